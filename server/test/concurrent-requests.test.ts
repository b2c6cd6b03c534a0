import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiResponse, startTestService, type TestService, type TestWorkspace } from './harness.ts';
import { ledgerOf, targetsOn, waiting } from './steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'instagram'] });
});
afterAll(() => service?.close());

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

/** Calls `count` times, at most `width` at a time. */
async function inParallel<T>(count: number, width: number, call: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await call(index);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/** How often each status came. */
function tally(responses: readonly ApiResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function countRows(tenantId: string, table: string): Promise<number> {
  return Number((await service.sql(`select count(*) from ${table} where tenant_id = $1`, [tenantId]))[0].count);
}

/** The numbers of a tenant's events, and its counter. */
async function sequenceOf({ tenantId }: TestWorkspace) {
  const [row] = await service.sql(
    `select seq::int as counter, array(select e.seq::int from events e where e.tenant_id = t.tenant_id order by e.seq) as seqs
       from tenants t where tenant_id = $1`,
    [tenantId],
  );
  return { seqs: row.seqs, counter: row.counter };
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

async function deadlocks(): Promise<number> {
  const [row] = await service.sql(
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  );
  return row.count;
}

describe('concurrent requests', () => {
  test('1,000 creates with one idempotency key, 50 at a time, make one post', async () => {
    const body = { text: 'A thousand times', targets: targetsOn(ws, 'mastodon'), scheduled_at: tomorrow };
    const before = { posts: await countRows(ws.tenantId, 'posts'), seq: (await sequenceOf(ws)).counter };
    const responses = await inParallel(1000, 50, () =>
      ws.api.post('/v1/posts', body, { headers: { 'idempotency-key': 'thousand' } }),
    );
    expect(tally(responses)).toEqual({ 201: 1000 });
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    expect(responses.filter((response) => response.headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await countRows(ws.tenantId, 'posts')).toBe(before.posts + 1);
    expect((await sequenceOf(ws)).counter).toBe(before.seq + 1);
    expect((await ws.api.get('/v1/usage')).body.posts_used).toBe(1);
  });

  test('two equal creates: one 201, one 409', async () => {
    for (let round = 0; round < 10; round++) {
      const body = { text: `Twice ${round}`, targets: targetsOn(ws, 'twitter', 'mastodon') };
      const responses = await Promise.all([ws.api.post('/v1/posts', body), ws.api.post('/v1/posts', body)]);
      expect(tally(responses)).toEqual({ 201: 1, 409: 1 });
    }
  });

  test('200 creates at the limit of the Free plan: exactly the allowed ones succeed, the others leave nothing', async () => {
    const free = await service.workspace({ plan: 'free', platforms: ['mastodon', 'twitter'] });
    const events = (await sequenceOf(free)).counter;
    const responses = await inParallel(200, 200, (n) =>
      free.api.post(
        '/v1/posts',
        {
          text: `At the edge ${n}`,
          targets: targetsOn(free, ...(n % 2 === 0 ? ['mastodon', 'twitter'] : ['twitter', 'mastodon'])),
          scheduled_at: tomorrow,
        },
        n % 4 === 0 ? { headers: { 'idempotency-key': `edge-${n}` } } : {},
      ),
    );
    expect(tally(responses)).toEqual({ 201: 10, 429: 190 });
    for (const { status, body } of responses) if (status === 429) expect(body.code).toBe('rate_limit_exceeded');
    expect((await free.api.get('/v1/usage')).body.posts_used).toBe(10);
    expect(await countRows(free.tenantId, 'posts')).toBe(10);
    expect(await countRows(free.tenantId, 'actions')).toBe(20);
    expect((await sequenceOf(free)).seqs).toEqual(upTo(events + 10));
    const made = responses.flatMap((response, n) => (response.status === 201 ? [n] : []));
    expect(await countRows(free.tenantId, 'idempotency_keys')).toBe(made.filter((n) => n % 4 === 0).length);
    expect(await countRows(free.tenantId, 'post_fingerprints')).toBe(made.filter((n) => n % 4 !== 0).length);
    const remaining = responses
      .filter(({ status }) => status === 429)
      .map(({ headers }) => headers.get('x-posts-remaining'));
    expect(new Set(remaining)).toEqual(new Set(['0']));
  });

  test('publishes and replies at the limit: exactly the allowed ones succeed', async () => {
    const free = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    const onMastodon = targetsOn(free, 'mastodon');
    const { body: post } = await free.api.post(
      '/v1/posts',
      { text: 'Ask', targets: onMastodon, publish_now: true },
      waiting,
    );
    const drafts = await inParallel(12, 4, (n) =>
      free.api.post('/v1/posts', { text: `Draft ${n}`, targets: onMastodon }),
    );
    await service.sql('update tenants set posts_used = 8, interactions_used = 48 where tenant_id = $1', [
      free.tenantId,
    ]);
    const publish = (n: number) => free.api.post(`/v1/posts/${drafts[n]?.body.id}/publish`, undefined, waiting);
    const reply = (n: number) => free.api.post(`/v1/inbox/comments/${post.id}`, { text: `Answer ${n}` });
    const responses = await inParallel(24, 24, (n) => (n < 12 ? publish(n) : reply(n)));
    expect(tally(responses.slice(0, 12))).toEqual({ 201: 2, 429: 10 });
    expect(tally(responses.slice(12))).toEqual({ 200: 2, 429: 10 });
    expect((await free.api.get('/v1/posts?status=draft')).body.count).toBe(10);
    expect((await free.api.get('/v1/usage')).body).toMatchObject({ posts_used: 10, interactions_used: 50 });
    expect(await ledgerOf(free, 'mastodon')).toHaveLength(1 + 2 + 2);
  });

  test('the last brand of a plan is made once', async () => {
    const free = await service.workspace({ plan: 'free' });
    const responses = await inParallel(20, 20, (n) => free.api.post('/v1/brands', { name: `Brand ${n}` }));
    expect(tally(responses)).toEqual({ 201: 1, 403: 19 });
    expect(await countRows(free.tenantId, 'brands')).toBe(2);
  });

  test('20 tenants write: each sequence has no gap and no repeat', async () => {
    const before = await deadlocks();
    const tenants = await inParallel(20, 4, () => service.workspace({ platforms: ['twitter'] }));
    const start = (await sequenceOf(tenants[0] as TestWorkspace)).counter;
    const responses = await inParallel(20 * 12, 60, (n) => {
      const tenant = tenants[n % 20] as TestWorkspace;
      return tenant.api.post('/v1/posts', {
        text: `Tenant post ${n}`,
        targets: targetsOn(tenant, 'twitter'),
        scheduled_at: tomorrow,
      });
    });
    expect(tally(responses)).toEqual({ 201: 240 });
    for (const tenant of tenants)
      expect(await sequenceOf(tenant)).toEqual({ seqs: upTo(start + 12), counter: start + 12 });
    expect(await deadlocks()).toBe(before);
  });

  test('one tenant writes everything concurrently: no gap, no repeat, no deadlock, a response to each', async () => {
    const before = await deadlocks();
    const platforms = ['twitter', 'mastodon', 'instagram'];
    const extra = await service.app.connectSimulated(ws.tenantId, ['mastodon', 'twitter', 'mastodon', 'twitter']);
    const drafts = await inParallel(40, 10, (n) =>
      ws.api.post('/v1/posts', {
        text: `Draft at once ${n}`,
        targets: [{ account_id: extra[n % extra.length]?.id }, ...targetsOn(ws, 'twitter')],
      }),
    );
    const responses = await inParallel(240, 60, (n) => {
      const draft = drafts[n % drafts.length]?.body.id;
      const order = [...platforms.slice(n % 3), ...platforms.slice(0, n % 3)].filter(
        (platform) => platform !== 'instagram',
      );
      const create = { text: `Everything at once ${n}`, targets: targetsOn(ws, ...order) };
      switch (n % 6) {
        case 0:
          return ws.api.post(`/v1/posts/${draft}/publish`);
        case 1:
          return ws.api.post('/v1/posts', { ...create, scheduled_at: tomorrow });
        case 2:
          return ws.api.post('/v1/posts', { ...create, publish_now: true });
        case 3:
          return n < 200
            ? ws.api.post('/v1/brands', { name: `Brand ${n}` })
            : ws.api.delete(`/v1/accounts/${extra[n % extra.length]?.id}`);
        case 4:
          return ws.api.post(`/v1/posts/${draft}/retry`);
        default:
          return ws.api.get('/v1/usage');
      }
    });
    const odd = responses.filter(({ status }) => ![200, 201, 204, 207, 400, 403, 404, 409, 422].includes(status));
    expect(odd.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
    const { seqs, counter } = await sequenceOf(ws);
    expect(seqs).toEqual(upTo(counter));
    expect(await deadlocks()).toBe(before);
  });
});
