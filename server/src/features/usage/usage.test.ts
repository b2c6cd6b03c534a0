import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  type Body,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import {
  comment,
  fault,
  longThrottle,
  rejection,
  targetsOn,
  unpause,
  usageOf,
  waiting,
  withNewKey,
} from '../../../test/steps.ts';

const DAY_MS = 86_400_000;
const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
let service: TestService;
let count = 0;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

const HEADERS = [
  'x-posts-limit',
  'x-posts-remaining',
  'x-interactions-limit',
  'x-interactions-remaining',
  'x-storage-used',
  'x-storage-limit',
];
const headersOf = ({ headers }: ApiResponse) => HEADERS.map((name) => headers.get(name));

async function schedule(ws: TestWorkspace, extra: Record<string, unknown> = {}): Promise<ApiResponse> {
  return ws.api.post('/v1/posts', {
    text: `Number ${++count}`,
    targets: targetsOn(ws, 'mastodon'),
    scheduled_at: tomorrow,
    ...extra,
  });
}
async function publishNow(ws: TestWorkspace, platforms = ['mastodon']): Promise<ApiResponse> {
  return ws.api.post(
    '/v1/posts',
    { text: `Number ${++count}`, targets: targetsOn(ws, ...platforms), publish_now: true },
    waiting,
  );
}

/** The workspace with the start of all its periods moved into the past. */
async function aged(ws: TestWorkspace, days: number, seconds = 0): Promise<TestWorkspace> {
  await service.sql(
    `update workspaces set created_at = created_at - $2 * interval '1 day' - $3 * interval '1 second' where id = $1`,
    [ws.id, days, seconds],
  );
  return withNewKey(service, ws);
}

describe('get_usage', () => {
  test('a new workspace has the values of the specification', async () => {
    const ws = await service.workspace({ plan: 'free' });
    const [{ created_at: createdAt }] = await service.sql('select created_at from workspaces where id = $1', [ws.id]);
    const { status, body } = await ws.api.get('/v1/usage');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      brands_used: 1,
      brands_limit: 2,
      posts_used: 0,
      posts_limit: 10,
      interactions_used: 0,
      interactions_limit: 50,
      period_start: createdAt.toISOString(),
      period_end: new Date(createdAt.getTime() + 30 * DAY_MS).toISOString(),
    });
    expect((await ws.api.get('/v1/usage')).headers.get('x-posts-limit')).toBeNull();
  });

  test.each([
    ['free', 2, 10, 50, 104_857_600],
    ['starter', 10, -1, -1, -1],
    ['pro', 50, -1, -1, -1],
    ['business', 200, -1, -1, -1],
    ['enterprise', -1, -1, -1, -1],
  ] as const)('the limits of %s; -1 is unlimited', async (plan, brands, posts, interactions, bytes) => {
    const ws = await service.workspace({ plan });
    const { body } = await ws.api.get('/v1/usage');
    expect([body.brands_limit, body.posts_limit, body.interactions_limit]).toEqual([brands, posts, interactions]);
    expect((await ws.api.get('/v1/media/storage')).body.limit_bytes).toBe(bytes);
  });

  test('test usage does not count as live usage', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await schedule(ws);
    expect(await usageOf(ws.api)).toEqual({ posts: 1, interactions: 0 });
    expect(await usageOf(ws.liveApi)).toEqual({ posts: 0, interactions: 0 });
  });

  test('a larger plan removes the limit', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await service.sql('update tenants set posts_used = 10 where tenant_id = $1', [ws.tenantId]);
    expect((await schedule(ws)).status).toBe(429);
    await service.sql(`update workspaces set plan = 'starter' where id = $1`, [ws.id]);
    expect((await schedule(await withNewKey(service, ws))).status).toBe(201);
    expect(await usageOf(ws.api)).toEqual({ posts: 11, interactions: 0 });
  });
});

describe('the allowance of posts', () => {
  test('counts down in the headers of the Free plan, then gives 429', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon', 'twitter'] });
    await service.sql('update tenants set storage_bytes = 1234 where tenant_id = $1', [ws.tenantId]);
    const { body: early } = await schedule(ws);
    for (let used = 2; used <= 10; used++)
      expect(headersOf(await schedule(ws))).toEqual(['10', String(10 - used), '50', '50', '1234', '104857600']);
    const { body: draft, ...draftAnswer } = await ws.api.post('/v1/posts', {
      text: 'Free of charge',
      targets: targetsOn(ws, 'mastodon'),
    });
    expect(draftAnswer.status).toBe(201);

    const before = await rowsOf(service, ws.tenantId);
    const rejected = [
      await schedule(ws),
      await publishNow(ws, ['mastodon', 'twitter']),
      await ws.api.post(`/v1/posts/${draft.id}/publish`),
      await ws.api.post('/v1/posts?dry_run=true', {
        text: 'A trial',
        targets: targetsOn(ws, 'mastodon'),
        publish_now: true,
      }),
    ];
    for (const answer of rejected) {
      expect(answer).toMatchObject({
        status: 429,
        body: { code: 'rate_limit_exceeded', meta: { plan: 'free', max: 10 } },
      });
      expect(answer.body.error).toMatch(/monthly post limit exceeded.*free/i);
      expect(headersOf(answer)).toEqual(['10', '0', '50', '50', '1234', '104857600']);
    }
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
    // What was paid for when it was scheduled is published early all the same.
    expect(await ws.api.post(`/v1/posts/${early.id}/publish`, undefined, waiting)).toMatchObject({
      status: 201,
      body: { status: 'published' },
    });
    expect(await usageOf(ws.api)).toEqual({ posts: 10, interactions: 0 });
  });

  test('rejects a retry, which costs one', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await service.sql('update tenants set posts_used = 8 where tenant_id = $1', [ws.tenantId]);
    await fault(ws, 'mastodon', { ...rejection, times: 2 });
    const { body: post, ...failed } = await publishNow(ws);
    expect(failed.status).toBe(422);
    expect(failed.headers.get('x-posts-remaining')).toBe('1');
    const again = await ws.api.post(`/v1/posts/${post.id}/retry`, undefined, waiting);
    expect({ status: again.status, left: again.headers.get('x-posts-remaining') }).toEqual({ status: 200, left: '0' });
    const before = await rowsOf(service, ws.tenantId);
    const third = await ws.api.post(`/v1/posts/${post.id}/retry`, undefined, waiting);
    expect(third).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });

  test('a post costs one, for any number of targets', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon', 'twitter'] });
    await publishNow(ws, ['mastodon', 'twitter']);
    expect(await usageOf(ws.api)).toEqual({ posts: 1, interactions: 0 });
  });

  test('is counted on paid plans and never blocks; no headers', async () => {
    const ws = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
    await service.sql('update tenants set posts_used = 5000 where tenant_id = $1', [ws.tenantId]);
    const answer = await schedule(ws);
    expect(answer.status).toBe(201);
    expect(headersOf(answer)).toEqual(HEADERS.map(() => null));
    expect(await usageOf(ws.api)).toEqual({ posts: 5001, interactions: 0 });
  });
});

describe('the allowance of interactions', () => {
  async function withComment(plan: 'free' | 'starter') {
    const ws = await service.workspace({ plan, platforms: ['mastodon'] });
    const { body: post } = await publishNow(ws);
    await comment(ws, 'mastodon', post.targets[0].platform_post_id, 'Nice');
    const { body } = await ws.api.get(`/v1/inbox/comments/${post.id}`);
    const reply = (text: string) => ws.api.post(`/v1/inbox/comments/${post.id}`, { text, comment_id: body.data[0].id });
    return { ws, reply, post: post as Body };
  }

  test('counts down in the headers of the Free plan, then gives 429', async () => {
    const { ws, reply, post } = await withComment('free');
    await service.sql('update tenants set interactions_used = 48 where tenant_id = $1', [ws.tenantId]);
    expect(headersOf(await reply('One'))).toEqual(['10', '9', '50', '1', '0', '104857600']);
    expect(headersOf(await reply('Two'))).toEqual(['10', '9', '50', '0', '0', '104857600']);
    // What was said is read back from the platform before rows are compared.
    await ws.api.get(`/v1/inbox/comments/${post.id}`);
    const before = await rowsOf(service, ws.tenantId);
    const rejected = await reply('Three');
    expect(rejected).toMatchObject({
      status: 429,
      body: { code: 'rate_limit_exceeded', meta: { plan: 'free', max: 50 } },
    });
    expect(rejected.body.error).toMatch(/monthly interaction limit exceeded.*free/i);
    expect(headersOf(rejected)).toEqual(['10', '9', '50', '0', '0', '104857600']);
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
    expect((await schedule(ws)).status).toBe(201);
  });

  test('is counted on paid plans and never blocks; no headers', async () => {
    const { ws, reply } = await withComment('starter');
    await service.sql('update tenants set interactions_used = 70 where tenant_id = $1', [ws.tenantId]);
    const answer = await reply('Thanks');
    expect(answer.status).toBe(200);
    expect(headersOf(answer)).toEqual(HEADERS.map(() => null));
    expect(await usageOf(ws.api)).toEqual({ posts: 1, interactions: 71 });
  });

  test('is refunded when the platform throttles, and kept after other failures', async () => {
    const { ws, reply } = await withComment('free');
    await fault(ws, 'mastodon', { ...longThrottle, operation: 'reply' });
    const throttled = await reply('Throttled');
    expect(throttled).toMatchObject({
      status: 429,
      body: { code: 'platform_rate_limit', error: expect.stringMatching(/^Platform rate limit exceeded/) },
    });
    expect(headersOf(throttled).slice(0, 4)).toEqual(['10', '9', '50', '50']);
    expect(await usageOf(ws.api)).toEqual({ posts: 1, interactions: 0 });
    await unpause(service, ws);
    await fault(ws, 'mastodon', { ...rejection, operation: 'reply' });
    expect((await reply('Rejected')).status).toBeGreaterThanOrEqual(400);
    expect(await usageOf(ws.api)).toEqual({ posts: 1, interactions: 1 });
  });

  test('a dry run returns the cost and charges nothing', async () => {
    const { ws, post } = await withComment('free');
    const before = await rowsOf(service, ws.tenantId);
    const { status, body } = await ws.api.post(`/v1/inbox/comments/${post.id}?dry_run=true`, { text: 'A trial' });
    expect({ status, cost: body.cost }).toEqual({ status: 200, cost: { interactions: 1 } });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });
});

describe('a throttle of the platform', () => {
  test('costs nothing when nothing was published', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await fault(ws, 'mastodon', longThrottle);
    const answer = await publishNow(ws);
    expect(answer).toMatchObject({ status: 429, body: { code: 'platform_rate_limit' } });
    expect(answer.headers.get('x-posts-remaining')).toBe('10');
    expect(await usageOf(ws.api)).toEqual({ posts: 0, interactions: 0 });
    // The refund happens once, however often the post is looked at.
    await ws.api.get(`/v1/posts/${answer.body.id}`);
    expect(await usageOf(ws.api)).toEqual({ posts: 0, interactions: 0 });
  });

  test('is charged when another target was published', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon', 'twitter'] });
    await fault(ws, 'mastodon', longThrottle);
    expect(await publishNow(ws, ['twitter', 'mastodon'])).toMatchObject({ status: 207 });
    expect(await usageOf(ws.api)).toEqual({ posts: 1, interactions: 0 });
  });

  test('another failure keeps the charge', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await fault(ws, 'mastodon', rejection);
    expect((await publishNow(ws)).status).toBe(422);
    expect(await usageOf(ws.api)).toEqual({ posts: 1, interactions: 0 });
  });

  test('does not refund to a later period than the one that paid', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await service.sql(`update accounts set not_before = now() + interval '1 hour' where tenant_id = $1`, [ws.tenantId]);
    const { body: post } = await ws.api.post('/v1/posts', {
      text: 'Paid in an earlier period',
      targets: targetsOn(ws, 'mastodon'),
      publish_now: true,
    });
    expect(await usageOf(ws.api)).toEqual({ posts: 1, interactions: 0 });
    const later = await aged(ws, 40);
    expect(await usageOf(later.api)).toEqual({ posts: 0, interactions: 0 });
    await schedule(later);
    await schedule(later);
    await fault(ws, 'mastodon', longThrottle);
    await unpause(service, ws);
    await until(async () => (await ws.api.get(`/v1/posts/${post.id}`)).body.status === 'failed', 'the post has failed');
    expect((await ws.api.get(`/v1/posts/${post.id}`)).body.targets[0].error.code).toBe('platform_rate_limit');
    expect(await usageOf(later.api)).toEqual({ posts: 2, interactions: 0 });
  });
});

describe('periods', () => {
  test('are windows of 30 days from the creation of the workspace', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await schedule(ws);
    await service.sql('update tenants set interactions_used = 7 where tenant_id = $1', [ws.tenantId]);
    const { body: first } = await ws.api.get('/v1/usage');
    const createdMs = new Date(first.period_start).getTime();

    const old = await aged(ws, 29, 86_000);
    const { body: late } = await old.api.get('/v1/usage');
    expect(new Date(late.period_start).getTime()).toBe(createdMs - 29 * DAY_MS - 86_000_000);
    expect(late.period_end).toBe(new Date(createdMs + DAY_MS - 86_000_000).toISOString());

    const older = await aged(ws, 0, 400);
    const { body: second } = await older.api.get('/v1/usage');
    expect(new Date(second.period_start).getTime()).toBe(createdMs);
    expect(second).toMatchObject({ posts_used: 1, interactions_used: 7 });
  });

  test('a new period starts at zero', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await service.sql('update tenants set posts_used = 10, interactions_used = 50 where tenant_id = $1', [ws.tenantId]);
    expect((await schedule(ws)).status).toBe(429);
    const old = await aged(ws, 65);
    const { body } = await old.api.get('/v1/usage');
    expect(body).toMatchObject({ posts_used: 0, interactions_used: 0 });
    const sinceStart = Date.now() - new Date(body.period_start).getTime();
    expect(Math.round(sinceStart / DAY_MS)).toBe(5);
    const answer = await schedule(old);
    expect(headersOf(answer).slice(0, 4)).toEqual(['10', '9', '50', '50']);
    expect(await usageOf(old.api)).toEqual({ posts: 1, interactions: 0 });
  });
});
