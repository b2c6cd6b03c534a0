import { Temporal } from '@js-temporal/polyfill';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { hold } from '../../../test/held-row.ts';
import { comment, fault, longThrottle, targetsOn, unpause, usageOf, waiting } from '../../../test/steps.ts';
import { commands } from '../../cli/commands/index.ts';
import { type Parsed, parse } from '../../cli/parse.ts';
import { toConfig } from '../../config/config.ts';
import { readEnv } from '../../config/env.ts';
import { type Subscription, setSubscription } from '../workspaces/workspace.repository.ts';

const DAY_MS = 86_400_000;
const at = (text: string) => new Date(`${text}Z`);
const daysFromNow = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY_MS);
let service: TestService;
let count = 0;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

const subscribe = (ws: TestWorkspace, subscription: Subscription) =>
  setSubscription(service.app.db.system, ws.id, subscription);
const schedule = (ws: TestWorkspace) =>
  ws.api.post('/v1/posts', {
    text: `Number ${++count}`,
    targets: targetsOn(ws, 'mastodon'),
    scheduled_at: daysFromNow(300).toISOString(),
  });
const advance = (ws: TestWorkspace, days: number) => ws.api.post('/v1/test/clock', { advance: `P${days}D` });
async function periodOf(ws: TestWorkspace): Promise<[string, string]> {
  const { body } = await ws.api.get('/v1/usage');
  return [body.period_start, body.period_end];
}

/** The period that an instant lies in, as the database finds it. */
async function periodAt(start: Date, end: Date, instant: Date): Promise<{ starts: Date; ends: Date }> {
  const [row] = await service.sql('select * from period_at(now(), $1::timestamptz, $2::timestamptz, $3::timestamptz)', [
    start.toISOString(),
    end.toISOString(),
    instant.toISOString(),
  ]);
  return row;
}

describe('paid periods', () => {
  test.each([
    // A month from the 31st, month by month.
    [
      '2026-01-31T09:00:00',
      '2026-02-28T09:00:00',
      '2026-02-28T08:59:59.999',
      '2026-01-31T09:00:00',
      '2026-02-28T09:00:00',
    ],
    ['2026-01-31T09:00:00', '2026-02-28T09:00:00', '2026-02-28T09:00:00', '2026-02-28T09:00:00', '2026-03-31T09:00:00'],
    ['2026-01-31T09:00:00', '2026-02-28T09:00:00', '2026-03-31T09:00:00', '2026-03-31T09:00:00', '2026-04-30T09:00:00'],
    ['2026-01-31T09:00:00', '2026-02-28T09:00:00', '2028-02-29T08:00:00', '2028-01-31T09:00:00', '2028-02-29T09:00:00'],
    // The processor's cycle after a short month: its longer day counts.
    ['2026-02-28T09:00:00', '2026-03-31T09:00:00', '2026-04-01T00:00:00', '2026-03-31T09:00:00', '2026-04-30T09:00:00'],
    ['2026-04-30T09:00:00', '2026-05-30T09:00:00', '2026-07-01T00:00:00', '2026-06-30T09:00:00', '2026-07-30T09:00:00'],
    // A year.
    ['2028-02-29T00:00:00', '2029-02-28T00:00:00', '2032-02-29T00:00:00', '2032-02-29T00:00:00', '2033-02-28T00:00:00'],
    // A trial or a first part of a month; then whole months from its end.
    ['2026-11-20T00:00:00', '2026-12-01T00:00:00', '2027-01-15T00:00:00', '2027-01-01T00:00:00', '2027-02-01T00:00:00'],
    // The processor's clock is ahead of ours.
    ['2026-11-20T00:00:00', '2026-12-20T00:00:00', '2026-11-19T23:59:58', '2026-11-20T00:00:00', '2026-12-20T00:00:00'],
  ])('of %s to %s: %s lies in %s to %s', async (start, end, instant, starts, ends) => {
    expect(await periodAt(at(start), at(end), at(instant))).toEqual({ starts: at(starts), ends: at(ends) });
  });

  test('from any day follow one another without a gap, on the day of the first or the last of a shorter month', async () => {
    const instants = fc.date({ min: at('2024-01-01T00:00:00'), max: at('2036-01-01T00:00:00'), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(instants, fc.integer({ min: 0, max: 60 }), async (start, months) => {
        const anchor = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO('UTC');
        const after = (n: number) => new Date(anchor.add({ months: n }).epochMilliseconds);
        const expected = { starts: after(months), ends: after(months + 1) };
        expect(await periodAt(start, after(1), expected.starts)).toEqual(expected);
        expect(await periodAt(start, after(1), new Date(expected.ends.getTime() - 1))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  test('may be begun by several charges at once', async () => {
    const platforms = ['mastodon', 'bluesky', 'telegram'] as const;
    const ws = await service.workspace({ plan: 'free', platforms });
    // Creates of a tenant wait for each other in the process, so drafts are scheduled.
    const drafts = await Promise.all(
      platforms.map((platform) => ws.api.post('/v1/posts', { text: platform, targets: targetsOn(ws, platform) })),
    );
    const tenant = await hold(service, 'select 1 from tenants where tenant_id = $1 for update', [ws.tenantId]);
    const scheduled_at = daysFromNow(100).toISOString();
    const changes = drafts.map(({ body }) => ws.api.patch(`/v1/posts/${body.id}`, { scheduled_at }));
    await tenant.waiting(3);
    await tenant.release();
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await usageOf(ws.api)).toEqual({ posts: 3, interactions: 0 });
  });

  test('count from zero when they turn, by the tenant’s clock, and a late notice of the renewal changes nothing', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    const [start, end] = [daysFromNow(-10), daysFromNow(20)];
    await subscribe(ws, { plan: 'starter', period: { start, end } });
    expect(await periodOf(ws)).toEqual([start.toISOString(), end.toISOString()]);
    expect((await schedule(ws)).status).toBe(201);
    expect((await schedule(ws)).status).toBe(201);
    expect(await usageOf(ws.api)).toEqual({ posts: 2, interactions: 0 });
    await advance(ws, 21);
    expect(await usageOf(ws.api)).toEqual({ posts: 0, interactions: 0 });
    expect((await schedule(ws)).status).toBe(201);
    expect((await periodOf(ws))[0]).toBe(end.toISOString());
    const next = daysFromNow(50);
    await subscribe(ws, { plan: 'starter', period: { start: end, end: next } });
    expect(await usageOf(ws.api)).toEqual({ posts: 1, interactions: 0 });
    expect(await periodOf(ws)).toEqual([end.toISOString(), next.toISOString()]);
  });
});

describe('a change of the plan', () => {
  test('lifts a block at once, for the same key', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await service.sql('update tenants set posts_used = 10, storage_bytes = 104857600 where tenant_id = $1', [
      ws.tenantId,
    ]);
    await ws.api.post('/v1/brands', { name: 'Second' });
    const blocked = async () => [
      (await schedule(ws)).status,
      (await ws.api.post('/v1/brands', { name: 'Third' })).status,
      (await ws.api.get('/v1/media/upload-url?media_type=image/png&filename=a.png&size_bytes=5')).status,
    ];
    expect(await blocked()).toEqual([429, 403, 413]);
    await subscribe(ws, { plan: 'starter' });
    expect(await blocked()).toEqual([201, 201, 200]);
    const { headers } = await schedule(ws);
    expect(headers.get('x-posts-limit')).toBeNull();
    expect((await ws.api.get('/v1/usage')).body).toMatchObject({ posts_limit: -1, posts_used: 12, brands_limit: 10 });
  });

  test('down deletes nothing, and blocks new brands, uploads and posts at once', async () => {
    const ws = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
    for (const name of ['Second', 'Third', 'Fourth']) await ws.api.post('/v1/brands', { name });
    for (let n = 0; n < 11; n++) expect((await schedule(ws)).status).toBe(201);
    await service.sql('update tenants set storage_bytes = 104857601 where tenant_id = $1', [ws.tenantId]);
    await subscribe(ws, { plan: 'free' });
    expect((await ws.api.post('/v1/brands', { name: 'Fifth' })).body).toMatchObject({
      code: 'brand_limit_reached',
      meta: { plan: 'free', max: 2 },
    });
    const connect = await ws.api.post('/v1/accounts/connect', { platform: 'mastodon', metadata: { server: 'x.test' } });
    expect(connect.status).toBe(403);
    // An upload of the first second after the change may reserve too much, and is rejected at its end.
    const image = await (await fetch(`${ws.simulatorUrl}/files/sample.jpg`)).blob();
    const form = new FormData();
    form.set('file', image, 'a.jpg');
    expect(await ws.api.post('/v1/media/upload', form)).toMatchObject({
      status: 413,
      body: { code: 'storage_quota_exceeded', meta: { plan: 'free', max: 104_857_600 } },
    });
    expect((await schedule(ws)).status).toBe(429);
    expect((await ws.api.get('/v1/brands')).body.count).toBe(4);
    expect((await ws.api.get('/v1/posts?status=scheduled')).body.count).toBe(11);
    expect((await ws.api.get('/v1/accounts')).body.count).toBe(1);
  });

  test('between paid plans keeps the period and its counters; one that begins another period starts from zero', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await schedule(ws);
    const free = await periodOf(ws);
    const cycle = { start: daysFromNow(-1), end: daysFromNow(29) };
    await subscribe(ws, { plan: 'starter', period: cycle });
    expect(await usageOf(ws.api)).toEqual({ posts: 0, interactions: 0 });
    await schedule(ws);
    await subscribe(ws, { plan: 'pro' });
    expect(await periodOf(ws)).toEqual([cycle.start.toISOString(), cycle.end.toISOString()]);
    await schedule(ws);
    expect(await usageOf(ws.api)).toEqual({ posts: 2, interactions: 0 });
    // The paid cycle ends with the plan; what it paid does not use up the Free plan's allowance.
    await subscribe(ws, { plan: 'free', period: cycle });
    expect(await periodOf(ws)).toEqual(free);
    expect(await usageOf(ws.api)).toEqual({ posts: 0, interactions: 0 });
  });

  test('during posting counts each post in the period before it or after it', async () => {
    const ws = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
    const cycle = { start: daysFromNow(-2), end: daysFromNow(28) };
    const posts = Array.from({ length: 40 }, () => schedule(ws));
    const change = subscribe(ws, { plan: 'pro', period: cycle });
    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual(Array(40).fill(201));
    await change;
    const [{ paid }] = await service.sql(
      'select count(*)::int as paid from posts where tenant_id = $1 and charged_period = $2',
      [ws.tenantId, cycle.start],
    );
    expect(await usageOf(ws.api)).toEqual({ posts: paid, interactions: 0 });
  });
});

describe('a refund', () => {
  /** A post that waits for a platform that takes nothing now. */
  async function pausedPost() {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await service.sql(`update accounts set not_before = now() + interval '1 hour' where tenant_id = $1`, [ws.tenantId]);
    const { body } = await ws.api.post('/v1/posts', {
      text: `Number ${++count}`,
      targets: targetsOn(ws, 'mastodon'),
      publish_now: true,
    });
    expect(await usageOf(ws.api)).toEqual({ posts: 1, interactions: 0 });
    const throttle = async () => {
      await fault(ws, 'mastodon', longThrottle);
      await unpause(service, ws);
      await until(async () => (await ws.api.get(`/v1/posts/${body.id}`)).body.status === 'failed', 'it has failed');
    };
    return { ws, throttle };
  }

  test('goes to the period that paid, also when the plan changed meanwhile', async () => {
    const { ws, throttle } = await pausedPost();
    await subscribe(ws, { plan: 'starter' });
    await throttle();
    expect(await usageOf(ws.api)).toEqual({ posts: 0, interactions: 0 });
  });

  test('is lost with the period that paid: the one of a new subscription keeps what it counted', async () => {
    const { ws, throttle } = await pausedPost();
    await subscribe(ws, { plan: 'starter', period: { start: daysFromNow(-1), end: daysFromNow(29) } });
    await schedule(ws);
    await throttle();
    expect(await usageOf(ws.api)).toEqual({ posts: 1, interactions: 0 });
  });

  test('of an import whose period turned before its charge goes to the period that was charged', async () => {
    const ws = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
    const [start, time] = [daysFromNow(-1), daysFromNow(100).toISOString()];
    const rows = Array.from({ length: 3 }, () => `Number ${++count},${ws.accounts.mastodon?.id},${time}`);
    const form = new FormData();
    form.set('file', new Blob([['text,account_ids,scheduled_at', ...rows].join('\n')]), 'posts.csv');
    const change = await hold(
      service,
      `update workspaces set subscription_period_start = $2::timestamptz, subscription_period_end = $2::timestamptz + interval '30 days' where id = $1`,
      [ws.id, start],
    );
    const imported = ws.api.post('/v1/posts/import', form);
    await change.waiting(1);
    await change.release();
    expect((await imported).body).toMatchObject({ created: 3 });
    const periods = await service.sql('select distinct charged_period from posts where tenant_id = $1', [ws.tenantId]);
    expect(periods).toEqual([{ charged_period: start }]);
    expect(await usageOf(ws.api)).toEqual({ posts: 3, interactions: 0 });
  });
});

describe('a rejection of the quota', () => {
  test('tells the plan, the limit and the end of the period, with one detail code for each kind', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    const draft = await ws.api.post('/v1/posts', { text: 'A draft', targets: targetsOn(ws, 'mastodon') });
    const { body: post } = await ws.api.post(
      '/v1/posts',
      { text: 'Ask', targets: targetsOn(ws, 'mastodon'), publish_now: true },
      waiting,
    );
    await comment(ws, 'mastodon', post.targets[0].platform_post_id, 'Why?');
    await ws.api.get(`/v1/inbox/comments/${post.id}`);
    await service.sql('update tenants set posts_used = 10, interactions_used = 50 where tenant_id = $1', [ws.tenantId]);
    await advance(ws, 12);
    const form = new FormData();
    const time = daysFromNow(100).toISOString();
    form.set('file', new Blob([`text,account_ids,scheduled_at\nOne,${ws.accounts.mastodon?.id},${time}`]), 'posts.csv');
    const rejected = {
      post: [
        await schedule(ws),
        await ws.api.post(`/v1/posts/${draft.body.id}/publish`),
        await ws.api.patch(`/v1/posts/${draft.body.id}`, { scheduled_at: daysFromNow(90).toISOString() }),
        await ws.api.post('/v1/posts/import', form),
      ],
      interaction: [await ws.api.post(`/v1/inbox/comments/${post.id}`, { text: 'Because' })],
    };
    const [, end] = await periodOf(ws);
    for (const [kind, answers] of Object.entries(rejected)) {
      for (const { status, headers, body } of answers) {
        expect({ status, body }).toMatchObject({
          status: 429,
          body: {
            code: 'rate_limit_exceeded',
            detail_code: `validation.${kind}_limit_exhausted`,
            meta: { plan: 'free', max: kind === 'post' ? 10 : 50, resource: kind, resets_at: end },
          },
        });
        expect(body.error).toMatch(new RegExp(`^Monthly ${kind} limit exceeded for the Hobby \\(free\\) plan`));
        const days = Number(headers.get('retry-after')) / 86_400;
        expect(days).toBeGreaterThan(17.9);
        expect(days).toBeLessThanOrEqual(18);
        expect(body.meta.retry_after).toBe(Number(headers.get('retry-after')));
      }
    }
  });
});

describe('plans set', () => {
  async function run(words: string): Promise<Body> {
    const { command, options, words: more } = parse(words.split(' '), commands) as Parsed;
    const config = toConfig(readEnv({ DATABASE_URL: service.databaseUrl, DATA_DIR: service.dataDir }));
    return (await command.run({ options, words: more, config, print: () => {}, note: () => {} })).json;
  }

  test('begins a monthly cycle on a day, keeps it on the next paid plan, and ends it with the Free plan', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    const free = await periodOf(ws);
    const set = (words: string) => run(`plans set --workspace ${ws.id} ${words}`);
    const made = await set('--plan starter --period-start 2026-01-31');
    expect(made).toMatchObject({ plan: 'starter' });
    const [start, end] = await periodOf(ws);
    expect([made.period_start, made.period_end]).toEqual([start, end]);
    const now = Temporal.Now.plainDateISO('UTC');
    const first = Temporal.PlainDate.from('2026-01-31');
    const months = first.until(now, { largestUnit: 'months' }).months;
    const starts = [months, months + 1].map((n) => first.add({ months: n }));
    const [begin] = Temporal.PlainDate.compare(starts[1] as Temporal.PlainDate, now) <= 0 ? starts.slice(1) : starts;
    expect(start).toBe(`${begin}T00:00:00.000Z`);
    expect(await set('--plan pro')).toMatchObject({ plan: 'pro', period_start: start, period_end: end });
    expect(await set('--plan free')).toMatchObject({ plan: 'free', period_start: free[0], period_end: free[1] });
    expect(await set('--plan pro')).toMatchObject({ plan: 'pro', period_start: free[0], period_end: free[1] });
  });

  test('rejects a start that is no date, lies ahead or belongs to the Free plan', async () => {
    const ws = await service.workspace({ plan: 'free' });
    const fault = (words: string) => run(`plans set --workspace ${ws.id} ${words}`).catch(({ message }) => message);
    expect(await fault('--plan pro --period-start 2026-02-31')).toMatch(/^--period-start must be a date/);
    expect(await fault(`--plan pro --period-start ${daysFromNow(2).toISOString()}`)).toMatch(/must not lie ahead/);
    expect(await fault('--plan free --period-start 2026-01-31')).toMatch(/needs a paid plan/);
    expect(await fault('--plan gold')).toMatch(/--plan must be one of free, starter/);
  });

  test('plans list shows all of them', async () => {
    expect((await run('plans list')).map(({ tier, limits }: Body) => [tier, limits.profiles])).toEqual([
      ['free', 2],
      ['starter', 10],
      ['pro', 50],
      ['business', 200],
      ['enterprise', -1],
    ]);
  });
});
