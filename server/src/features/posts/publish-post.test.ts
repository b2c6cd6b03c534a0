import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import {
  accountOf,
  eventsOf,
  fault,
  image,
  ledgerOf,
  longThrottle,
  rejection,
  targetsOn,
  unpause,
  usageOf,
  waiting,
} from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let count = 0;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'instagram'] });
});
afterAll(() => service?.close());

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const newText = (what: string) => `${what} ${++count}`;
const onBoth = () => targetsOn(ws, 'twitter', 'mastodon');

async function make(extra: Record<string, unknown> = {}): Promise<Body> {
  const { status, body, text } = await ws.api.post('/v1/posts', { text: newText('Post'), targets: onBoth(), ...extra });
  if (status !== 201) throw new Error(text);
  return body;
}
const publish = (id: string, options = waiting) => ws.api.post(`/v1/posts/${id}/publish`, undefined, options);
const retry = (id: string, body?: unknown, options = waiting) => ws.api.post(`/v1/posts/${id}/retry`, body, options);
const typesOf = async (id: string) => (await eventsOf(ws.api, id)).map(({ type }) => type);

/** A post of which nothing was published, because the platform rejected it. */
async function makeFailed(...platforms: string[]): Promise<Body> {
  for (const platform of platforms) await fault(ws, platform, rejection);
  const body = { text: newText('Rejected'), targets: targetsOn(ws, ...platforms), publish_now: true };
  const answer = await ws.api.post('/v1/posts', body, waiting);
  expect(answer.status, answer.text).toBe(422);
  return answer.body;
}

describe('create_post and publish_post return the outcome with Prefer: wait', () => {
  test('207 when some targets were published', async () => {
    await fault(ws, 'mastodon', rejection);
    const body = { text: newText('Half'), targets: onBoth(), publish_now: true };
    const { status, body: post } = await ws.api.post('/v1/posts', body, waiting);
    expect(status).toBe(207);
    expect(post).toMatchObject({
      status: 'partial',
      targets: [
        { status: 'published' },
        {
          status: 'failed',
          error: { category: 'validation', caused_by: expect.any(String), message: expect.any(String) },
        },
      ],
    });
    expect(await typesOf(post.id)).toEqual(['post.partial']);
  });

  test('422 when no target was published, as post and error', async () => {
    const post = await makeFailed('twitter', 'mastodon');
    expect(post).toMatchObject({
      code: 'all_targets_failed',
      error: expect.stringMatching(/twitter.*mastodon/s),
      request_id: expect.any(String),
      status: 'failed',
      targets: [{ status: 'failed' }, { status: 'failed' }],
    });
    expect(post).not.toHaveProperty('published_at');
    expect(await typesOf(post.id)).toEqual(['post.failed']);
  });

  test('429 when the platform throttles longer than the wait; it costs nothing', async () => {
    const before = await usageOf(ws.api);
    await fault(ws, 'mastodon', longThrottle);
    const body = { text: newText('Throttled'), targets: targetsOn(ws, 'mastodon'), publish_now: true };
    const { status, body: post } = await ws.api.post('/v1/posts', body, waiting);
    expect(status).toBe(429);
    expect(post).toMatchObject({
      code: 'platform_rate_limit',
      error: expect.stringMatching(/^Platform rate limit exceeded/),
      status: 'failed',
      targets: [{ error: { code: 'platform_rate_limit', category: 'rate_limit' } }],
    });
    expect(await usageOf(ws.api)).toEqual(before);
    await unpause(service, ws);
    const again = await retry(post.id);
    expect(again).toMatchObject({ status: 200, body: { status: 'published' } });
    expect(await usageOf(ws.api)).toEqual({ ...before, posts: before.posts + 1 });
  });

  test('waits for the end of a short throttle', async () => {
    await fault(ws, 'mastodon', { kind: 'throttle', retry_after_seconds: 1 });
    const body = { text: newText('Patience'), targets: targetsOn(ws, 'mastodon'), publish_now: true };
    expect((await ws.api.post('/v1/posts', body, waiting)).body).toMatchObject({ status: 'published' });
  });

  test('201 while it is still running when the wait ends', async () => {
    await fault(ws, 'twitter', { kind: 'hold', when: 'before' });
    const { body: draft } = await ws.api.post('/v1/posts', {
      text: newText('Held'),
      targets: targetsOn(ws, 'twitter'),
    });
    const { status, body } = await publish(draft.id, { headers: { prefer: 'respond-async, wait=1' } });
    expect({ status, state: body.status }).toEqual({ status: 201, state: 'publishing' });
    expect(await publish(draft.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const running = (await ws.api.get('/v1/posts?status=publishing')).body.data;
    expect(running.map(({ id }: Body) => id)).toEqual([draft.id]);
    await ws.control('POST', 'held/release-all');
    await until(async () => (await ws.api.get(`/v1/posts/${draft.id}`)).body.status === 'published', 'it is published');
  });
});

describe('publish_post', () => {
  test('publishes a draft and charges it', async () => {
    const before = await usageOf(ws.api);
    const draft = await make({ media: [image] });
    const { status, body } = await publish(draft.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: draft.id,
      status: 'published',
      targets: [{ status: 'published' }, { status: 'published' }],
    });
    expect(await usageOf(ws.api)).toEqual({ ...before, posts: before.posts + 1 });
    expect(await typesOf(draft.id)).toEqual(['post.published']);
  });

  test('publishes a scheduled post early, free of charge, once', async () => {
    const before = await usageOf(ws.api);
    const post = await make({ scheduled_at: tomorrow });
    const { body } = await publish(post.id);
    expect(body).toMatchObject({ status: 'published' });
    expect(body.scheduled_at >= post.created_at).toBe(true);
    expect(body.scheduled_at <= body.published_at).toBe(true);
    expect(await usageOf(ws.api)).toEqual({ ...before, posts: before.posts + 1 });
    expect((await ledgerOf(ws, 'twitter')).filter(({ text }) => text === post.text)).toHaveLength(1);
  });

  test('two concurrent requests publish once', async () => {
    const draft = await make();
    const answers = await Promise.all([publish(draft.id), publish(draft.id), publish(draft.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await ledgerOf(ws, 'mastodon')).filter(({ text }) => text.includes(draft.text))).toHaveLength(1);
  });

  test('207 and 422 like create_post_post', async () => {
    const half = await make();
    await fault(ws, 'mastodon', rejection);
    expect(await publish(half.id)).toMatchObject({ status: 207, body: { status: 'partial' } });
    const none = await make({ targets: targetsOn(ws, 'mastodon') });
    await fault(ws, 'mastodon', rejection);
    expect(await publish(none.id)).toMatchObject({
      status: 422,
      body: { code: 'all_targets_failed', status: 'failed' },
    });
  });

  test('rejects posts that are not waiting, have no targets or break a limit', async () => {
    const done = await make();
    await publish(done.id);
    const before = await rowsOf(service, ws.tenantId);
    expect(await publish(done.id)).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail_code: 'post.state_invalid' },
    });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
    const bare = await make({ targets: [] });
    expect(await publish(bare.id)).toMatchObject({
      status: 400,
      body: { code: 'missing_metadata', meta: { field: 'targets' } },
    });
    const long = await make({ text: `${newText('Long')} ${'x'.repeat(300)}`, targets: targetsOn(ws, 'twitter') });
    expect(await publish(long.id)).toMatchObject({
      status: 400,
      body: { meta: { field: 'text', platform: 'twitter', max: 280 } },
    });
    expect((await ws.api.get(`/v1/posts/${long.id}`)).body.status).toBe('draft');
    expect(await publish('post_00000000000000000000000000')).toMatchObject({ status: 404 });
  });

  test('accepts only our id', async () => {
    const post = await make({ targets: targetsOn(ws, 'mastodon') });
    const { body } = await publish(post.id);
    for (const verb of ['publish', 'retry'])
      expect(await ws.api.post(`/v1/posts/${body.targets[0].platform_post_id}/${verb}`)).toMatchObject({ status: 404 });
  });

  test('a dry run changes nothing', async () => {
    const draft = await make();
    const before = await rowsOf(service, ws.tenantId);
    const { status, body } = await ws.api.post(`/v1/posts/${draft.id}/publish?dry_run=true`, undefined, waiting);
    expect({ status, dry: body.dry_run }).toEqual({ status: 200, dry: true });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });
});

describe('retry_post', () => {
  test('sends only failed targets; each retry is counted and charged', async () => {
    await fault(ws, 'mastodon', rejection);
    const { body: half } = await ws.api.post(
      '/v1/posts',
      { text: newText('Again'), targets: onBoth(), publish_now: true },
      waiting,
    );
    const before = await usageOf(ws.api);
    await fault(ws, 'mastodon', rejection);
    const failed = await retry(half.id);
    expect(failed, failed.text).toMatchObject({
      status: 200,
      body: { success: true, status: 'partial', retry_count: 1 },
    });
    const { status, body } = await retry(half.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, status: 'published', retry_count: 2 });
    expect(body.targets[1]).not.toHaveProperty('error');
    expect(await usageOf(ws.api)).toEqual({ ...before, posts: before.posts + 2 });
    for (const platform of ['twitter', 'mastodon'])
      expect(
        (await ledgerOf(ws, platform)).filter(({ text }) => text.includes(half.text)),
        platform,
      ).toHaveLength(1);
    expect(await typesOf(half.id)).toEqual([
      'post.partial',
      'post.retried',
      'post.partial',
      'post.retried',
      'post.published',
    ]);
  });

  test('a failed post becomes published', async () => {
    const failed = await makeFailed('mastodon');
    const { body } = await retry(failed.id);
    expect(body).toMatchObject({
      status: 'published',
      targets: [{ status: 'published', platform_post_id: expect.any(String) }],
    });
    expect(body.published_at).toBeDefined();
  });

  test('two concurrent requests retry once', async () => {
    const failed = await makeFailed('mastodon');
    const before = await usageOf(ws.api);
    const answers = await Promise.all([retry(failed.id), retry(failed.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await usageOf(ws.api)).toEqual({ ...before, posts: before.posts + 1 });
  });

  test('409 for posts that have not failed', async () => {
    const draft = await make();
    const scheduled = await make({ scheduled_at: tomorrow });
    const done = await make();
    await publish(done.id);
    const before = await rowsOf(service, ws.tenantId);
    for (const { id } of [draft, scheduled, done])
      expect(await retry(id)).toMatchObject({
        status: 409,
        body: { code: 'conflict', detail_code: 'post.state_invalid' },
      });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });

  test('400 when all other targets are unconfirmed, unless confirm is sent', async () => {
    const failed = await makeFailed('mastodon');
    await service.sql(`update actions set status = 'unconfirmed' where post_id = $1`, [failed.id]);
    const before = await rowsOf(service, ws.tenantId);
    expect(await retry(failed.id)).toMatchObject({
      status: 400,
      body: { meta: { field: 'confirm' }, detail_code: 'post.no_retryable_deliveries' },
    });
    expect(await retry(failed.id, { confirm: false })).toMatchObject({ status: 400 });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
    expect(await retry(failed.id, { confirm: true })).toMatchObject({ status: 200, body: { status: 'published' } });
  });

  test('a dry run changes nothing', async () => {
    const failed = await makeFailed('mastodon');
    const before = await rowsOf(service, ws.tenantId);
    expect(await ws.api.post(`/v1/posts/${failed.id}/retry?dry_run=true`)).toMatchObject({
      status: 200,
      body: { dry_run: true },
    });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });

  test('a target of a disconnected account fails again with the reason', async () => {
    const [account] = await service.app.connectSimulated(ws.tenantId, ['mastodon']);
    const post = await make({ targets: [{ account_id: account?.id }, ...targetsOn(ws, 'twitter')] });
    await service.sql(`update accounts set status = 'reconnect_required' where id = $1`, [account?.id]);
    const { status, body } = await publish(post.id);
    expect({ status, target: body.targets[0] }).toMatchObject({
      status: 207,
      target: { status: 'failed', error: { code: 'reconnection_required', category: 'auth' } },
    });
    await service.sql(`update accounts set status = 'active' where id = $1`, [account?.id]);
    expect((await retry(post.id)).body).toMatchObject({ status: 'published' });
    expect(accountOf(ws, 'twitter').id).toBe(body.targets[1].account_id);
  });
});
