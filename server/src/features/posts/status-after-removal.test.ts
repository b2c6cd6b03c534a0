import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import { accountOf, eventsOf, fault, image, rejection, targetsOn, unpause, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'instagram', 'telegram'] });
});
afterAll(() => service?.close());

const read = async (id: string): Promise<Body> => (await ws.api.get(`/v1/posts/${id}`)).body;
const stateOf = ({ status, targets }: Body) => [
  status,
  ...targets.map((target: Body) => `${target.platform} ${target.status}`),
];

async function publish(text: string, platforms: readonly string[], more: object = {}): Promise<Body> {
  const post = { text, targets: targetsOn(ws, ...platforms), publish_now: true, ...more };
  return (await ws.api.post('/v1/posts', post, waiting)).body;
}

describe('the remaining targets decide the status of a post', () => {
  test('failed, when the only published copy is taken down', async () => {
    await fault(ws, 'mastodon', rejection);
    const post = await publish('Taken down where it was', ['mastodon', 'twitter']);
    expect(post.status).toBe('partial');
    expect((await ws.api.post(`/v1/posts/${post.id}/unpublish`)).status).toBe(200);
    expect(stateOf(await read(post.id))).toEqual(['failed', 'mastodon failed', 'twitter unpublished']);
  });

  test('published, when the only unpublished target is deleted', async () => {
    await fault(ws, 'mastodon', rejection);
    const post = await publish('Stays where it cannot be deleted', ['mastodon', 'instagram'], { media: [image] });
    expect(post.status).toBe('partial');
    expect((await ws.api.delete(`/v1/posts/${post.id}`)).body).toMatchObject({
      success: false,
      deleted: false,
      results: [{ platform: 'instagram', outcome: 'not_supported' }],
    });
    expect(stateOf(await read(post.id))).toEqual(['published', 'instagram published']);
  });

  test('cancelled, when the only waiting target is deleted', async () => {
    const [gone] = await service.app.connectSimulated(ws.tenantId, ['mastodon']);
    const targets = [{ account_id: gone?.id }, ...targetsOn(ws, 'twitter')];
    const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
    const { body: post } = await ws.api.post('/v1/posts', { text: 'Nobody is left', targets, scheduled_at });
    expect((await ws.api.delete(`/v1/accounts/${gone?.id}`)).status).toBe(204);
    expect((await read(post.id)).status).toBe('scheduled');
    expect((await ws.api.delete(`/v1/posts/${post.id}?platform=twitter`)).status).toBe(200);
    expect(stateOf(await read(post.id))).toEqual(['cancelled', 'mastodon cancelled']);
  });
});

test('delete_post keeps an unconfirmed target and asks to resolve it first', async () => {
  await fault(ws, 'telegram', { kind: 'accept_drop' });
  await fault(ws, 'twitter', rejection);
  const post = await publish('Perhaps out', ['telegram', 'mastodon', 'twitter']);
  expect(stateOf(post)).toEqual(['partial', 'telegram unconfirmed', 'mastodon published', 'twitter failed']);
  const { status, body } = await ws.api.delete(`/v1/posts/${post.id}`);
  expect({ status, success: body.success, deleted: body.deleted }).toEqual({
    status: 200,
    success: false,
    deleted: false,
  });
  const results = Object.fromEntries(body.results.map((result: Body) => [result.platform, result]));
  expect(results).toMatchObject({ mastodon: { outcome: 'deleted' }, telegram: { outcome: 'failed' } });
  expect(results.telegram.message).toMatch(/not known|may be live/i);
  expect(results.telegram.message).toMatch(/resolve/i);
  expect((await read(post.id)).targets).toMatchObject([{ platform: 'telegram', status: 'unconfirmed' }]);
});

test('resolve_target leaves a post publishing while a thread of it continues; the end is recorded once', async () => {
  await fault(ws, 'telegram', { kind: 'accept_drop' });
  await fault(ws, 'twitter', { kind: 'throttle', retry_after_seconds: 600, containing: 'Part two' });
  const thread = { text: 'Part one', segments: ['Part two'], skip_validation: true };
  const sent = { ...thread, targets: targetsOn(ws, 'telegram', 'twitter'), publish_now: true };
  const { body: post } = await ws.api.post('/v1/posts', sent);
  const twitter = accountOf(ws, 'twitter').id;
  const begun = ['publishing', 'telegram unconfirmed', 'twitter published'];
  await until(async () => {
    const [account] = await service.sql('select throttled_at from accounts where id = $1', [twitter]);
    return account.throttled_at !== null && String(stateOf(await read(post.id))) === String(begun);
  }, 'the thread waits for its platform');

  const path = `/v1/posts/${post.id}/targets/${accountOf(ws, 'telegram').id}/resolve`;
  const { status, body } = await ws.api.post(path, { outcome: 'not_published' });
  expect([status, ...stateOf(body)]).toEqual([200, 'publishing', 'telegram failed', 'twitter published']);
  const typesOf = async () => (await eventsOf(ws.api, post.id)).map(({ type }) => type);
  expect(await typesOf()).toEqual(['post.unconfirmed']);

  await unpause(service, ws);
  await service.sql('update actions set due_at = now() where post_id = $1 and due_at is not null', [post.id]);
  await service.sql('update accounts set next_due_at = now() where id = $1', [twitter]);
  await until(async () => (await read(post.id)).status === 'partial', 'the thread has ended');
  expect(await typesOf()).toEqual(['post.unconfirmed', 'post.partial']);
});

describe('delete_post as a dry run', () => {
  const dryRun = async (id: string) => (await ws.api.delete(`/v1/posts/${id}?dry_run=true`)).body;

  test('reports that a draft would be deleted', async () => {
    const { body: draft } = await ws.api.post('/v1/posts', { text: 'A draft that stays' });
    const before = await rowsOf(service, ws.tenantId);
    expect(await dryRun(draft.id)).toMatchObject({ success: true, deleted: true, results: [] });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });

  test('reports which copies would be deleted', async () => {
    const post = await publish('A copy that stays', ['mastodon']);
    const before = await rowsOf(service, ws.tenantId);
    expect(await dryRun(post.id)).toMatchObject({
      success: true,
      deleted: true,
      results: [{ platform: 'mastodon', account_id: accountOf(ws, 'mastodon').id, outcome: 'deleted' }],
    });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });
});
