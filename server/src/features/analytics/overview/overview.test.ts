import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../../test/harness.ts';
import { signedIn } from '../../../../test/people.ts';
import { planOf } from '../../../../test/plan-of.ts';
import { accountOf, pagesOf } from '../../../../test/steps.ts';
import type { Runner } from '../../../db/query.ts';
import * as days from './days.repository.ts';
import * as inbox from './inbox.repository.ts';
import * as posts from './posts.repository.ts';

let service: TestService;
let ws: TestWorkspace;
let page: string;
let channel: string;
let brand: string;

const DAYS = 90;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' }, { isOwn: true });
  ws = await service.workspace({ platforms: ['linkedin_page', 'youtube'] });
  page = accountOf(ws, 'linkedin_page').id;
  channel = accountOf(ws, 'youtube').id;
  brand = (await ws.api.get('/v1/brands')).body.data[0].id;
  // The day n of 2026: n likes, and 1000 + n followers. The page tells what it reached, the channel what was viewed.
  for (const [account, told] of [
    [page, `'{"reach":1000}'::jsonb`],
    [channel, `jsonb_build_object('views', 10 * n, 'likes', n)`],
  ])
    await service.sql(
      `insert into account_days (tenant_id, account_id, day, timezone, told, counted)
       select $1, $2, date '2026-01-01' + n - 1, 'UTC', ${told}, jsonb_build_object('likes', n, 'followers', 1000 + n, 'follower_change', 1)
       from generate_series(1, ${DAYS}) n on conflict (tenant_id, account_id, day) do nothing`,
      [ws.tenantId, account],
    );
  await service.sql(
    `insert into post_metrics (tenant_id, account_id, platform_id, published_at, read_at, metrics)
     select $1, $2, 'v' || n, '2026-03-02T09:30:00Z'::timestamptz + (n % 3) * interval '1 hour', now(),
       case when n = 7 then '{"comments":1}' else jsonb_build_object('views', 100, 'likes', n % 4) end
     from generate_series(1, 9) n`,
    [ws.tenantId, channel],
  );
});
afterAll(() => service?.close());

const get = async (path: string) => (await ws.api.get(`/v1/analytics/${path}`)).body;

describe('list_account_analytics', () => {
  test('tells the days of each account, their totals, and those of the days before', async () => {
    const body = await get('accounts?from=2026-01-11&to=2026-01-20&compare=previous');
    expect(body).toMatchObject({ count: 2, from: '2026-01-11', to: '2026-01-20', timezone: 'UTC' });
    const of = (id: string) => body.data.find(({ account_id }: { account_id: string }) => account_id === id);
    expect(of(channel)).toMatchObject({
      platform: 'youtube',
      totals: {
        likes: 155,
        views: 1550,
        followers: 1020,
        follower_change: 10,
        engagement: 155,
        engagement_rate: 0.1,
        rate_base: 'views',
      },
      previous: { likes: 55, followers: 1010 },
      not_summed: [],
    });
    expect(of(channel).series[0]).toEqual({
      date: '2026-01-11',
      likes: 11,
      views: 110,
      followers: 1011,
      follower_change: 1,
      engagement: 11,
      engagement_rate: 0.1,
      rate_base: 'views',
    });
    // Who was reached on two days counts once, so reach has no sum, and no number is made up for it.
    expect(of(page)).toMatchObject({
      series: expect.arrayContaining([expect.objectContaining({ reach: 1000, rate_base: 'reach' })]),
      not_summed: ['reach'],
    });
    expect(of(page).totals).not.toHaveProperty('reach');
    expect(of(page).totals).not.toHaveProperty('views');
  });

  test('puts days together to weeks and months', async () => {
    const dates = async (granularity: string) =>
      (
        await get(`accounts?account_id=${channel}&from=2026-01-01&to=2026-02-10&granularity=${granularity}`)
      ).data[0].series.map((each: { date: string; likes: number }) => [each.date, each.likes]);
    expect(await dates('month')).toEqual([
      ['2026-01-01', 496],
      ['2026-02-01', 365],
    ]);
    expect((await dates('week')).slice(0, 2)).toEqual([
      ['2025-12-29', 10],
      ['2026-01-05', 56],
    ]);
  });

  test('shows accounts page by page, and nothing of other tenants', async () => {
    const all = await pagesOf(ws.api, '/v1/analytics/accounts?limit=1');
    expect(all.map(({ account_id: id }) => id).sort()).toEqual([page, channel].sort());
    const other = await service.workspace();
    expect((await other.api.get(`/v1/analytics/accounts?account_id=${page}`)).status).toBe(404);
    expect((await other.api.get(`/v1/analytics/accounts?brand_id=${brand}`)).status).toBe(404);
    expect((await other.api.get('/v1/analytics/accounts')).body.data).toEqual([]);
  });
});

test('get_brand_analytics adds up the accounts, and names what cannot be added', async () => {
  const body = await get(`brands/${brand}?from=2026-01-01&to=2026-01-02&compare=previous`);
  expect(body).toMatchObject({
    brand_id: brand,
    not_summed: ['reach'],
    totals: { likes: 6, followers: 2004 },
    previous: {},
  });
  expect(body.account_ids).toHaveLength(2);
  expect(body.series[0]).toMatchObject({ date: '2026-01-01', likes: 2, followers: 2002, views: 10 });
  expect(body.series[0]).not.toHaveProperty('reach');
  // The page tells no views, so its likes are no part of the rate.
  expect(body.totals).toMatchObject({ engagement: 6, engagement_rate: 0.1, rate_base: 'views' });
  expect((await ws.api.get('/v1/analytics/brands/brand_unknown')).status).toBe(404);
});

describe('list_post_analytics', () => {
  const period = 'from=2026-03-01&to=2026-03-31';
  const ids = async (query: string) =>
    (await pagesOf(ws.api, `/v1/analytics/posts?limit=2&${period}${query}`)).map((post) => post.platform_post_id);

  test('shows the newest first, and the best first by any metric', async () => {
    expect(await ids('')).toEqual(['v2', 'v5', 'v8', 'v1', 'v4', 'v7', 'v3', 'v6', 'v9']);
    expect(await ids('&sort=likes')).toEqual(['v3', 'v2', 'v6', 'v1', 'v5', 'v9', 'v4', 'v8', 'v7']);
    expect(await ids('&sort=engagement')).toEqual(['v3', 'v2', 'v6', 'v1', 'v5', 'v7', 'v9', 'v4', 'v8']);
    expect(await ids('&sort=engagement_rate')).toEqual(['v3', 'v2', 'v6', 'v1', 'v5', 'v9', 'v4', 'v8', 'v7']);
    expect(await ids(`&account_id=${page}`)).toEqual([]);
    expect(await ids(`&brand_id=${brand}`)).toHaveLength(9);
  });

  test('the numbers that it sorts by are those that it shows', async () => {
    for (const sort of ['engagement', 'engagement_rate']) {
      const shown = (await pagesOf(ws.api, `/v1/analytics/posts?${period}&sort=${sort}`)).map(
        (post) => post.metrics[sort] ?? -1,
      );
      expect(shown, sort).toEqual([...shown].sort((a, b) => b - a));
    }
  });
});

test('a person who is limited to brands sees the numbers of these only', async () => {
  const { id: other } = (await ws.api.post('/v1/brands', { name: 'Other' })).body;
  await service.sql('update accounts set brand_id = $1 where id = $2', [other, channel]);
  const person = await signedIn(service, ws, { role: 'editor', brandIds: [brand] });
  const shown = async (path: string) => (await pagesOf(person, `/v1/analytics/${path}`)).map((row) => row.account_id);
  expect(await shown('accounts?limit=1')).toEqual([page]);
  expect(await shown('posts?from=2026-03-01&to=2026-03-31')).toEqual([]);
  expect((await person.get(`/v1/analytics/brands/${brand}`)).body.account_ids).toEqual([page]);
  for (const path of [
    `brands/${other}`,
    `accounts?account_id=${channel}`,
    `posts?brand_id=${other}`,
    `best-times?account_id=${channel}`,
  ])
    expect(await person.get(`/v1/analytics/${path}`), path).toMatchObject({ status: 404 });
  await service.sql('update accounts set brand_id = $1 where id = $2', [brand, channel]);
  expect(await shown('posts?from=2026-03-01&to=2026-03-31')).toHaveLength(9);
});

test('get_best_times tells the hours of the week in the brand’s zone', async () => {
  await service.sql(
    `update post_metrics set published_at = published_at + (date_trunc('week', now()) - '2026-03-02'::timestamptz) - interval '1 week' where tenant_id = $1`,
    [ws.tenantId],
  );
  const body = await get(`best-times?account_id=${channel}`);
  expect(body).toMatchObject({ account_id: channel, count: 168, confidence: 'low', timezone: 'UTC' });
  expect(body.data.filter(({ posts }: { posts: number }) => posts > 0)).toEqual([
    { weekday: 'monday', hour: 9, posts: 3, engagement_rate: 0.02 },
    { weekday: 'monday', hour: 10, posts: 3, engagement_rate: 0.005 },
    { weekday: 'monday', hour: 11, posts: 3, engagement_rate: 0.01 },
  ]);
});

test.each([
  ['accounts?from=yesterday', 'from'],
  ['accounts?from=2026-03-10&to=2026-03-01', 'from'],
  ['accounts?from=2016-01-01&to=2026-01-01', 'from'],
  ['accounts?from=0001-01-01&to=0001-01-02&compare=previous', 'to'],
  ['accounts?from=9999-12-31&to=9999-12-31', 'to'],
  ['accounts?granularity=hour', 'granularity'],
  ['accounts?compare=last_year', 'compare'],
  ['posts?sort=followers', 'sort'],
  ['posts?limit=101', 'limit'],
  ['best-times', 'account_id', 'missing_metadata'],
])('%s is rejected', async (path, field, code = 'invalid_request') => {
  const { status, body } = await ws.api.get(`/v1/analytics/${path}`);
  expect({ status, code: body.code, field: body.meta.field }).toEqual({ status: 400, code, field });
});

describe('an index bounds', () => {
  const period = { from: '2026-01-01', to: '2026-03-31', zone: 'UTC', accountId: undefined, brandIds: undefined };

  beforeAll(async () => {
    const who = `case when n % 5 = 0 then 't' || n else '${ws.tenantId}' end`;
    const where = `case when n % 2 = 0 then '${channel}' else 'acc_' || n % 40 end`;
    const whose = `${who}, ${where}`;
    for (const insert of [
      `account_days (tenant_id, account_id, day, timezone) select ${whose}, date '2010-01-01' + n, 'UTC'`,
      `post_metrics (tenant_id, account_id, platform_id, published_at, read_at) select ${whose}, 'p' || n, now() - n * interval '1 hour', now()`,
      `comments (tenant_id, id, account_id, platform, platform_id, inbox_post_id, author, text, is_owner, created_at)
         select ${who}, 'x' || n, ${where}, 'youtube', 'p' || n, 'post', '{}', '', false, now() - n * interval '1 hour'`,
      `messages (tenant_id, id, account_id, conversation_id, platform, direction, sender, created_at)
         select ${who}, 'x' || n, ${where}, 'conv', 'youtube', 'incoming', '{}', now() - n * interval '1 hour'`,
      `mentions (tenant_id, id, account_id, platform, platform_id, author, text, created_at)
         select ${who}, 'x' || n, ${where}, 'youtube', 'p' || n, '{}', '', now() - n * interval '1 hour'`,
      `reviews (tenant_id, id, account_id, platform, platform_id, rating, author, created_at)
         select ${who}, 'x' || n, ${where}, 'youtube', 'p' || n, 5, '{}', now() - n * interval '1 hour'`,
    ])
      await service.sql(`insert into ${insert} from generate_series(1, 5000) n`);
    await service.sql('analyze account_days, post_metrics, comments, messages, mentions, reviews');
  });

  test('the days of an account: 90 days read 90 rows', async () => {
    const plan = await planOf(service, ws, (db, id) => days.days(db, id, [channel], period), '(analyze)');
    expect(plan).toContain('account_days_pkey');
    expect(plan).toMatch(/Scan .*account_days.*rows=90(\.00)? /);
    expect(plan).not.toMatch(/Rows Removed by Filter: \d{3}/);
  });

  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const lately = { ...period, from: day(20), to: day(0) };

  test('posts, newest first, the best first, and by hour', async () => {
    const ofAccount = { ...lately, accountId: channel };
    for (const read of [
      (db: Runner, id: string) => posts.list(db, id, lately, undefined, undefined, 25),
      (db: Runner, id: string) => posts.list(db, id, ofAccount, undefined, undefined, 25),
      (db: Runner, id: string) => posts.list(db, id, ofAccount, 'likes', undefined, 25),
      (db: Runner, id: string) => posts.byHourOfWeek(db, id, channel, lately),
    ])
      expect(await planOf(service, ws, read)).toMatch(/post_metrics_(of_account|by_time)/);
  });

  test('what came in', async () => {
    const plan = await planOf(service, ws, (db, id) => inbox.answers(db, id, { ...lately, accountId: channel }));
    for (const index of ['comments_by_account', 'messages_of_account', 'mentions_of_account'])
      expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on (comments|messages|reviews|mentions)/);
  });
});
