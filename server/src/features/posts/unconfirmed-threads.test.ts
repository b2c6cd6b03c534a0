import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { accountOf, fault, ledgerOf, rejection, stopInDoubt, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600', LOOK_DELAY_FACTOR: '100' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon'] });
  await ws.control('PUT', 'settings', { rate_limits: false });
});
afterAll(() => service?.close());

const read = async (id: string): Promise<Body> => (await ws.api.get(`/v1/posts/${id}`)).body;
const textsOn = async (platform: string, kind = 'post') => (await ledgerOf(ws, platform, kind)).map(({ text }) => text);

async function publish(platform: string, text: string, more: object): Promise<Body> {
  const {
    status,
    body,
    text: answer,
  } = await ws.api.post('/v1/posts', { text, targets: targetsOn(ws, platform), publish_now: true, ...more }, waiting);
  if (status !== 201) throw new Error(answer);
  return body;
}

/** A post that was sent while the answer was lost, and that nobody looks for any more. */
async function stoppedInDoubt(text: string, more: object): Promise<string> {
  await fault(ws, 'twitter', { kind: 'accept_drop', containing: text });
  const post = { text, targets: targetsOn(ws, 'twitter'), publish_now: true, ...more };
  const { id } = (await ws.api.post('/v1/posts', post)).body;
  await stopInDoubt(service, id);
  await until(async () => (await read(id)).targets[0].status === 'unconfirmed', 'it was stopped');
  return id;
}

async function declarePublished(id: string, platformPostId?: string): Promise<Body> {
  const path = `/v1/posts/${id}/targets/${accountOf(ws, 'twitter').id}/resolve`;
  const known = platformPostId === undefined ? {} : { platform_post_id: platformPostId };
  const { status, body } = await ws.api.post(path, { outcome: 'published', ...known });
  expect(status).toBe(200);
  return body;
}

describe('resolve_target as published', () => {
  test('continues the thread and the first comment under the given id', async () => {
    const parts = ['Told part two', 'Told part three'];
    const id = await stoppedInDoubt('Told root', { segments: parts, first_comment: 'Told comment' });
    const root = (await ledgerOf(ws, 'twitter')).find(({ text }) => text === 'Told root');
    expect((await declarePublished(id, root?.platform_id)).status).toBe('publishing');
    await until(async () => (await read(id)).status === 'published', 'its thread has ended');
    const { metadata } = (await read(id)).targets[0];
    expect(metadata.thread_post_ids).toHaveLength(2);
    expect(metadata).not.toHaveProperty('thread_failed_at_index');
    expect(await textsOn('twitter')).toEqual(expect.arrayContaining(parts));
    const commented = async () => (await read(id)).targets[0].metadata.first_comment_id !== undefined;
    await until(commented, 'the first comment is published');
  });

  test('without an id, reports where the thread ended and that the first comment is missing', async () => {
    const id = await stoppedInDoubt('Untold root', { segments: ['Untold part two'], first_comment: 'Untold comment' });
    const { status, targets } = await declarePublished(id);
    expect(status).toBe('published');
    expect(targets[0].metadata).toMatchObject({
      thread_failed_at_index: 0,
      thread_error: { status: 'failed', message: expect.stringMatching(/id/) },
      first_comment_error: expect.stringMatching(/id/),
    });
    expect(await textsOn('twitter')).not.toContain('Untold part two');
  });
});

test('a first comment reports that its thread ended before it', async () => {
  await fault(ws, 'mastodon', { ...rejection, containing: 'Part that is rejected' });
  const more = { segments: ['Part that is rejected'], first_comment: 'Never said' };
  const { status, targets } = await publish('mastodon', 'Thread with a comment', more);
  expect(status).toBe('published');
  expect(targets[0].metadata).toMatchObject({
    thread_failed_at_index: 0,
    first_comment_error: expect.stringMatching(/thread/),
  });
  expect(targets[0].metadata).not.toHaveProperty('first_comment_id');
});

test('delete_post names the segment of a thread that may still be live', async () => {
  const text = 'Part two in doubt';
  await fault(ws, 'twitter', { kind: 'accept_drop', containing: text });
  const post = { text: 'Part one', segments: [text], targets: targetsOn(ws, 'twitter'), publish_now: true };
  const { id } = (await ws.api.post('/v1/posts', post)).body;
  await stopInDoubt(service, id, 'segment');
  await until(async () => (await read(id)).status === 'published', 'the thread has ended');
  expect((await read(id)).targets[0].metadata).toMatchObject({
    thread_failed_at_index: 0,
    thread_error: { status: 'unconfirmed' },
  });
  const { status, body } = await ws.api.delete(`/v1/posts/${id}`);
  expect([status, body.success]).toEqual([200, false]);
  expect(body.results).toContainEqual({
    platform: 'twitter',
    account_id: accountOf(ws, 'twitter').id,
    outcome: 'failed',
    message: expect.stringMatching(/part 2 of the thread.*twitter/),
  });
  expect(await textsOn('twitter')).toContain(text);
});

test('unpublish_post removes the segments of a thread from its end', async () => {
  const segments = ['two', 'three', 'four', 'five', 'six', 'seven'].map((which) => `Part ${which}`);
  const { id, status, targets } = await publish('mastodon', 'The first part', { segments });
  expect(status).toBe('published');
  const parts = [targets[0].platform_post_id, ...targets[0].metadata.thread_post_ids];
  expect(parts).toHaveLength(7);
  expect((await ws.api.post(`/v1/posts/${id}/unpublish`, {})).status).toBe(200);
  const removed = await service.sql(
    `select a.input->>'platformId' as id from actions a, journal_of(a) t
      where t.state = 'sending' and a.post_id = $1 and a.kind = 'remove' order by t.at`,
    [id],
  );
  expect(removed.map((row) => row.id)).toEqual(parts.reverse());
});
