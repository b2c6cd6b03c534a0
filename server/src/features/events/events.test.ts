import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../test/harness.ts';
import { planOf } from '../../../test/plan-of.ts';
import { commentEvent, failedPostEvent } from '../../../test/sample-events.ts';
import type { EventType, NewEvent } from '../../core/event.ts';
import * as summary from './events-summary.repository.ts';
import { record } from './index.ts';
import * as events from './list-events.repository.ts';

let service: TestService;
let ws: TestWorkspace;
let visitor: TestWorkspace;

const write = (workspace: TestWorkspace, ...events: NewEvent[]) =>
  service.app.db.tenant(workspace.tenantId).transaction((tx) => record(tx, workspace.tenantId, events));

const comment = commentEvent('Hi', { resourceId: 'cmt_1' });
const failure = { ...failedPostEvent(), accountId: 'acc_failed' };

beforeAll(async () => {
  service = await startTestService({}, { isOwn: true });
  ws = await service.workspace({ plan: 'starter' });
  visitor = await service.workspace();
  await service.sql(
    `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials)
     values ($1, 'acc_failed', 'brand_1', 'twitter', 'failed', 'Failed', 'failed', '')`,
    [ws.tenantId],
  );
  for (let i = 0; i < 4; i++) await write(ws, comment);
  await write(ws, failure);
});
afterAll(() => service?.close());

const seqs = (body: Body) => body.data.map(({ seq }: Body) => seq);

describe('list_events', () => {
  test('newest first, as data and as events, with all fields', async () => {
    const { status, body } = await ws.api.get('/v1/events');
    expect(status).toBe(200);
    expect(seqs(body)).toEqual([5, 4, 3, 2, 1]);
    expect(body.events).toEqual(body.data);
    expect(body).toMatchObject({ count: 5, retention_days: 7, pagination: { limit: 25, has_more: false } });
    expect(body).not.toHaveProperty('cursor');
    expect(body.data[0]).toEqual({
      id: expect.stringMatching(/^evt_/),
      seq: 5,
      category: 'posts',
      action: 'post.failed',
      type: 'post.failed',
      status: 'failed',
      platform: 'twitter',
      account_id: 'acc_failed',
      resource_id: 'post_1',
      summary: 'A post failed',
      error_category: 'platform',
      error_message: 'Too long',
      data: failure.data,
      metadata: failure.data,
      created_at: expect.stringMatching(/Z$/),
      livemode: false,
      brand_id: null,
    });
  });

  test('after= pages forward', async () => {
    const first = await ws.api.get('/v1/events?after=1&limit=2');
    expect(seqs(first.body)).toEqual([2, 3]);
    const second = await ws.api.get(`/v1/events?after=1&limit=2&cursor=${first.body.cursor}`);
    expect(seqs(second.body)).toEqual([4, 5]);
    expect(second.body).not.toHaveProperty('cursor');
    expect(seqs((await ws.api.get('/v1/events?after=5')).body)).toEqual([]);
    expect(seqs((await ws.api.get('/v1/events?after=0')).body)).toEqual([1, 2, 3, 4, 5]);
  });

  test('without it pages go back, and a cursor is valid only for its own list', async () => {
    const { body } = await ws.api.get('/v1/events?limit=3');
    expect(seqs((await ws.api.get(`/v1/events?limit=3&cursor=${body.cursor}`)).body)).toEqual([2, 1]);
    expect((await ws.api.get(`/v1/events?status=ok&cursor=${body.cursor}`)).status).toBe(400);
    expect((await visitor.api.get(`/v1/events?cursor=${body.cursor}`)).status).toBe(400);
  });

  test.each([
    ['category=posts', [5]],
    ['category=inbox&limit=2', [4, 3]],
    ['status=failed', [5]],
    ['platform=x', [5]],
    ['platform=mastodon&status=failed', []],
    ['account_id=acc_1&after=2', [3, 4]],
    ['resource_id=post_1', [5]],
    ['action=post.failed', [5]],
    ['from=2100-01-01', []],
    ['to=2020-01-01T00:00:00Z', []],
    ['from=2020-01-01&limit=1', [5]],
  ])('?%s', async (query, expected) => {
    expect(seqs((await ws.api.get(`/v1/events?${query}`)).body)).toEqual(expected);
  });

  test.each([
    'after=-1',
    'after=x',
    'limit=0',
    'limit=101',
    'cursor=forged',
    'category=other',
    'status=success',
    'platform=myspace',
    'action=post.faild',
    'from=yesterday',
    'to=2027-02-31',
    'account_id=%00',
    'resource_id=a%20b',
    'kind=post',
  ])('400 for ?%s', async (query) => {
    const { status, body } = await ws.api.get(`/v1/events?${query}`);
    expect(status).toBe(400);
    expect(body.meta.field).toBe(query.split('=')[0]);
  });

  test('401 without a key; no events of other tenants or the other mode', async () => {
    expect((await createClient(service.url, '').get('/v1/events')).status).toBe(401);
    expect((await visitor.api.get('/v1/events')).body.count).toBe(0);
    expect((await ws.liveApi.get('/v1/events')).body.count).toBe(0);
  });

  test('events beyond the plan’s retention are hidden', async () => {
    const own = await service.workspace({ plan: 'free' });
    await write(own, comment, comment, comment);
    const age = `update events set created_at = now() - $2::interval where tenant_id = $1 and seq = $3`;
    await service.sql(age, [own.tenantId, '25 hours', 1]);
    await service.sql(age, [own.tenantId, '23 hours', 2]);
    const { body } = await own.api.get('/v1/events?after=0');
    expect(seqs(body)).toEqual([2, 3]);
    expect(body.retention_days).toBe(1);
  });
});

describe('get_events_summary', () => {
  test('counts the events of a period and of the one before it, without hidden ones', async () => {
    const own = await service.workspace({ plan: 'starter' });
    await write(own, comment, failure, comment, comment, failure, comment);
    const age = `update events set created_at = now() - $2::interval where tenant_id = $1 and seq = $3`;
    for (const [seq, ago] of [
      [1, '6 hours'],
      [2, '5 hours'],
      [3, '30 hours'],
      [4, '6 days'],
      [5, '8 days'],
    ])
      await service.sql(age, [own.tenantId, ago, seq]);
    const day = (await own.api.get('/v1/events/summary')).body;
    expect(day).toEqual({
      from: expect.any(String),
      to: expect.any(String),
      total: 3,
      total_previous: 1,
      failed: 1,
      by_category: { posts: 1, inbox: 2, accounts: 0 },
      by_error_category: { platform: 1 },
      inbox_breakdown: { 'comment.received': 2 },
      retention_days: 7,
      livemode: false,
    });
    expect(Date.parse(day.to) - Date.parse(day.from)).toBe(86_400_000);
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const summary = async (query: string) => (await own.api.get(`/v1/events/summary?${query}`)).body;
    expect(await summary(`from=${at(7)}&to=${at(5.5)}`)).toMatchObject({ total: 1, failed: 0, total_previous: 0 });
    expect(await summary(`from=${at(24 * 30)}`)).toMatchObject({ total: 5, failed: 1 });
    expect(await summary(`from=${at(48)}`)).toMatchObject({ total: 4, total_previous: 0 });
    expect(await summary(`from=1000-01-01`)).toMatchObject({ total: 5 });
    expect((await own.liveApi.get('/v1/events/summary')).body).toMatchObject({ total: 0, livemode: true });
  });

  test.each(['from=yesterday', 'to=2027-02-31', 'from=2027-01-02&to=2027-01-01', 'category=posts'])(
    '400 for ?%s',
    async (query) => {
      const { status, body } = await ws.api.get(`/v1/events/summary?${query}`);
      expect(status).toBe(400);
      expect(body.meta.field).toBe(query.split('=')[0]);
    },
  );
});

test('concurrent writes of 20 tenants and of one tenant: no gap and no repeat', async () => {
  const many = await Promise.all(Array.from({ length: 20 }, () => service.workspace()));
  const one = await service.workspace();
  await Promise.all([
    ...many.flatMap((each) => Array.from({ length: 3 }, () => write(each, comment, failure))),
    ...Array.from({ length: 60 }, () => write(one, comment)),
  ]);
  for (const each of [...many, one]) {
    const rows = await service.sql('select seq::int as seq from events where tenant_id = $1 order by seq', [
      each.tenantId,
    ]);
    const expected = each === one ? 60 : 6;
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: expected }, (_, index) => index + 1));
  }
});

test('brand_id is the brand of that time: of the account, of all accounts of a post, or none', async () => {
  const own = await service.workspace({ platforms: ['mastodon', 'bluesky'] });
  await service.app.connectSimulated(own.tenantId, ['mastodon']);
  const { data: accounts } = (await own.api.get('/v1/accounts')).body;
  const brands = [...new Set(accounts.map((account: Body) => account.brand_id))];
  expect(brands).toHaveLength(2);
  const ofBrand = (brand: unknown) =>
    accounts.filter((account: Body) => account.brand_id === brand).map(({ id }: Body) => id);
  const [pair, alone] = brands.sort((a, b) => ofBrand(b).length - ofBrand(a).length);
  const onAccounts = async (ids: string[]) => {
    const post = { text: `To ${ids}`, scheduled_at: new Date(Date.now() + 3_600_000).toISOString() };
    const { body } = await own.api.post('/v1/posts', { ...post, targets: ids.map((id) => ({ account_id: id })) });
    expect((await own.api.patch(`/v1/posts/${body.id}`, { text: 'Changed' })).status).toBe(200);
    expect((await own.api.delete(`/v1/posts/${body.id}`)).status).toBe(200);
    return body.id;
  };
  const ofPair = await onAccounts(ofBrand(pair));
  const ofBoth = await onAccounts([...ofBrand(alone), ...ofBrand(pair)]);
  await service.sql('update accounts set brand_id = $2 where tenant_id = $1', [own.tenantId, alone]);
  const later = await onAccounts([...ofBrand(alone), ...ofBrand(pair)]);

  const brandsOf = async (query: string) =>
    (await own.api.get(`/v1/events?after=0&${query}`)).body.data.map((event: Body) => [event.type, event.brand_id]);
  const life = (brand: unknown) => [
    ['post.scheduled', brand],
    ['post.updated', brand],
    ['post.deleted', brand],
  ];
  expect(await brandsOf(`resource_id=${ofPair}`)).toEqual(life(pair));
  expect(await brandsOf(`resource_id=${ofBoth}`)).toEqual(life(null));
  expect(await brandsOf(`resource_id=${later}`)).toEqual(life(alone));
  expect(await brandsOf('action=account.connected')).toEqual(
    (await own.api.get('/v1/events?after=0&type=account.connected')).body.data.map(({ type, data }: Body) => [
      type,
      data.brand_id,
    ]),
  );
  expect(await brandsOf(`brand_id=${alone}`)).toEqual([['account.connected', alone], ...life(alone)]);
  expect((await own.api.get('/v1/events?type=post.deleted&action=post.updated')).body.meta.field).toBe('action');
});

test('numbers bound a time in a log with gaps whose events are minutes out of order', async () => {
  const own = await service.workspace();
  await service.sql(
    `insert into events (tenant_id, seq, id, type, category, status, summary, data, created_at)
     select $1, 900 + n, 'evt_bound_' || n, 'post.published', 'posts', 'ok', '', '{}', now() + (n - n * 7 % 9) * interval '1 minute'
     from generate_series(1, 3000) n where n % 5 > 0 and n not between 1000 and 1400`,
    [own.tenantId],
  );
  const bounds = `bound as materialized (select at, event_seq_at($1, at, false) as low, event_seq_at($1, at, true) as high
    from generate_series(now() - interval '1 hour', now() + interval '52 hours', interval '47 minutes') at)`;
  const outside = `with ${bounds} select at from bound join events e on e.tenant_id = $1 and (e.seq <= low and e.created_at >= at or e.seq >= high and e.created_at <= at)`;
  expect(await service.sql(outside, [own.tenantId])).toEqual([]);
  const [loose] = await service.sql(
    `with ${bounds} select max(amount)::int as events from (select at, count(*) as amount from bound join events e on e.tenant_id = $1
       and (e.seq > low and e.created_at < at or e.seq < high and e.created_at > at) group by at) counted`,
    [own.tenantId],
  );
  expect(loose.events).toBeLessThan(150);
  await service.sql('delete from events where tenant_id = $1', [own.tenantId]);
});

test('every filter and the summary use an index of their own', async () => {
  const own = await service.workspace();
  // Each value of a filter stands at few events, so that a plan without its index would read many others.
  await service.sql(
    `insert into events (tenant_id, seq, id, type, category, status, platform, account_id, resource_id, brand_id, summary, data, created_at)
     select $1, n, 'evt_' || n, case n % 40 when 2 then 'page.removed' else 't' || n % 40 end, 'c' || n % 40, case when n % 40 = 0 then 'failed' else 'ok' end, 'p' || n % 40,
       'a' || n % 40, 'r' || n % 40, 'b' || n % 40, '', '{}', now() - n * interval '1 minute' from generate_series(1, 8000) n`,
    [own.tenantId],
  );
  await service.sql('vacuum analyze events');
  const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000);
  const plans: readonly (readonly [index: string, filter: Partial<events.EventFilter>])[] = [
    ['events_pkey', {}],
    ['events_by_type', { category: 'accounts' }],
    ['events_failed', { status: 'failed' }],
    ['events_about_account', { platform: 'p1' }],
    ['events_about_account', { accountId: 'a1' }],
    ['events_about_resource', { resourceId: 'r1' }],
    ['events_about_brand', { brandIds: ['b1'] }],
    ['events_about_brand', { brandIds: ['b1', 'b2', 'b3'] }],
    ['events_by_type', { type: 't1' as EventType }],
    ['events_pkey', { from: hour(2), to: hour(1) }],
  ];
  for (const [index, filter] of plans) {
    const all = { retentionDays: 90, ...filter };
    const plan = await planOf(service, own, (db, id) => events.list(db, id, all, { before: 5000 }, 25));
    expect(plan, index).toContain(index);
  }
  const period = { retentionDays: 90, from: hour(1), to: hour(0) };
  const planOfSummary = (brandIds?: string[]) =>
    planOf(service, own, (db, id) => summary.count(db, id, { ...period, brandIds }));
  expect(await planOfSummary()).toContain('Index Only Scan using events_by_type');
  expect(await planOfSummary(['b1', 'b2'])).toContain('events_about_brand');
  await service.sql('delete from events where tenant_id = $1', [own.tenantId]);
});
