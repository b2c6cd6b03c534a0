import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, until } from '../../../test/harness.ts';
import { hold } from '../../../test/held-row.ts';
import { accountOf, fault } from '../../../test/steps.ts';
import { DAY, fillDays, openMetrics } from './metrics.fixture.ts';

type Steps = Awaited<ReturnType<typeof openMetrics>>;
let steps: Steps;
let service: Steps['service'];
let ws: Steps['ws'];

beforeAll(async () => {
  steps = await openMetrics({ platforms: ['mastodon', 'linkedin_page', 'whatsapp'] });
  ({ service, ws } = steps);
});
afterAll(() => service?.close());

describe('stored metrics', () => {
  test('a fresh post is read after a quarter of an hour, its changes are kept, and the schedule slows down', async () => {
    const post = await steps.publish('mastodon');
    expect(await steps.stored(post)).toMatchObject({ error: { code: 'resource.not_found' }, history: [] });
    expect(await steps.dueInSeconds(post)).toBeGreaterThan(14 * 60);
    await steps.act('mastodon', 'like', post, { username: 'jane' });
    await steps.advance(15 * 60 + 1);
    await steps.untilReadAfter(post, 0);
    expect(await steps.stored(post)).toMatchObject({
      source: 'stored',
      metrics: { likes: 1, comments: 0, shares: 0, saves: 0, unknown: ['saves'] },
      history: [{ metrics: { likes: 1 } }],
    });
    expect(await steps.dueInSeconds(post)).toBeLessThanOrEqual(15 * 60);

    await steps.act('mastodon', 'comment', post, { text: 'Nice' });
    let before = await steps.readTime(post);
    await steps.advance(15 * 60 + 1);
    await steps.untilReadAfter(post, before);
    before = await steps.readTime(post);
    // Equal numbers leave no snapshot.
    await steps.advance(2 * DAY);
    await steps.untilReadAfter(post, before);
    const { history, metrics_synced_at } = await steps.stored(post);
    expect(history.map(({ metrics }: Body) => metrics)).toEqual([
      { likes: 1, comments: 0, shares: 0 },
      { likes: 1, comments: 1, shares: 0 },
    ]);
    expect(Date.parse(metrics_synced_at)).toBeGreaterThan(Date.parse(history[1].taken_at));
    expect(await steps.dueInSeconds(post)).toBeGreaterThan(3000);
  });

  test('a post whose reading fails lets the others have their turn', async () => {
    const [poisoned, other] = [await steps.publish('mastodon'), await steps.publish('mastodon')];
    const { id, platformId: account } = accountOf(ws, 'mastodon');
    const operation = 'get_post';
    await fault(ws, 'mastodon', { kind: 'server_error', status: 503, operation });
    await service.sql(`update metric_readings set account_due_at = now() + interval '1 day' where id = $1`, [id]);
    await service.sql(
      `update post_metrics set next_read_at = case post_id when $2 then now() - interval '2 seconds' when $3 then now() end
       where account_id = $1`,
      [id, poisoned.id, other.id],
    );
    await service.sql('update metric_readings set due_at = now(), failures = 0 where id = $1', [id]);
    await until(
      async () => (await service.sql('select failures from metric_readings where id = $1', [id]))[0].failures === 1,
      `the reading of ${account} has failed`,
    );
    expect(await steps.dueInSeconds(poisoned)).toBeGreaterThan(600);
    await service.sql('update metric_readings set due_at = now() where id = $1', [id]);
    await steps.untilReadAfter(other, 0);
    expect(await steps.readTime(poisoned)).toBe(0);
  });

  test('numbers of a throttled account wait until its throttle ends', async () => {
    const { id, platformId } = accountOf(ws, 'mastodon');
    const calls = async () => (await ws.control('GET', `calls?platform=mastodon&account=${platformId}`)).calls.length;
    const isPostponed = async () =>
      (await service.sql(`select from metric_readings where id = $1 and due_at > now() + interval '50 minutes'`, [id]))
        .length === 1;
    await service.sql(`update accounts set poll_due_at = null, not_before = now() + interval '1 hour' where id = $1`, [
      id,
    ]);
    const before = await calls();
    await service.sql('update metric_readings set due_at = now() where id = $1', [id]);
    await until(isPostponed, 'the reading waits');
    expect(await calls()).toBe(before);
    await service.sql(`update accounts set poll_due_at = now(), not_before = '-infinity' where id = $1`, [id]);
  });

  test('a publication waits for a reading that is settled, and holds nothing that it needs', async () => {
    const post = await steps.publish('mastodon');
    const { id } = accountOf(ws, 'mastodon');
    await service.sql(`update actions set status = 'unconfirmed' where post_id = $1`, [post.id]);
    const reading = await hold(service, 'select 1 from metric_readings where id = $1 for update', [id]);
    const published = service.sql(`update actions set status = 'published' where post_id = $1`, [post.id]);
    await reading.waiting(1);
    const free = await service.sql('select 1 from post_metrics where post_id = $1 for update skip locked', [post.id]);
    await reading.release();
    await published;
    expect(free).toHaveLength(1);
  });

  test('get_account_summary adds the days up, and increases are counted on the day', async () => {
    const { id } = accountOf(ws, 'mastodon');
    const { status, body } = await ws.api.get(`/v1/accounts/${id}/summary`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account_id: id,
      platform: 'mastodon',
      as_of: expect.any(String),
      timezone: 'UTC',
      metrics: { followers: expect.any(Number), posts: expect.any(Number) },
      last_30_days: { followers: body.metrics.followers, likes: 1, comments: 1 },
      previous_30_days: {},
    });
    // Mastodon does not tell them.
    for (const name of ['views', 'reach', 'saves', 'impressions']) {
      expect(body.metrics).not.toHaveProperty(name);
      expect(body.last_30_days).not.toHaveProperty(name);
    }
  });

  test('days that the platform tells go back before the connection', async () => {
    const { id } = accountOf(ws, 'linkedin_page');
    const days = await until(async () => {
      const rows = await service.sql('select * from account_days where account_id = $1 order by day', [id]);
      return rows.length > 30 && rows;
    }, 'the days are there');
    expect(days[0].told).toMatchObject({ follower_change: expect.any(Number) });
    const { body } = await ws.api.get(`/v1/accounts/${id}/summary`);
    expect(body.last_30_days).toMatchObject({ follower_change: expect.any(Number), impressions: expect.any(Number) });
    expect(body.previous_30_days).toMatchObject({ follower_change: expect.any(Number) });
  });

  test('90 days of an account are read from at most 200 rows', async () => {
    const { id } = accountOf(ws, 'mastodon');
    await fillDays(service, ws, [id, 'acc_other'], 3000);
    await service.sql('analyze account_days');
    const plan = await service.sql(
      `explain (analyze, format json) select day, counted || told from account_days
       where tenant_id = $1 and account_id = $2 and day between current_date - 89 and current_date order by day`,
      [ws.tenantId, id],
    );
    const [{ Plan: top }] = plan[0]['QUERY PLAN'];
    const rows = (node: Body): number =>
      (node['Relation Name'] === undefined ? 0 : node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) +
      (node.Plans ?? []).map(rows).reduce((a: number, b: number) => a + b, 0);
    expect(JSON.stringify(top)).toContain('Index');
    expect(rows(top)).toBeLessThanOrEqual(200);
  });

  test('platforms without numbers are 501, and stop being looked at', async () => {
    const { id } = accountOf(ws, 'whatsapp');
    expect((await ws.api.get(`/v1/accounts/${id}/summary`)).status).toBe(501);
    await until(async () => {
      const [row] = await service.sql('select due_at from metric_readings where id = $1', [id]);
      return row.due_at === null;
    }, 'nothing is due');
    expect((await ws.api.get('/v1/accounts/acc_none/summary')).status).toBe(404);
  });

  test('bad input names its field', async () => {
    const post = await steps.publish('mastodon');
    const wrong = await ws.api.get(`/v1/posts/${post.id}/metrics?source=yesterday`);
    expect(wrong).toMatchObject({ status: 400, body: { meta: { field: 'source' } } });
    expect((await ws.api.get(`/v1/posts/${post.id}/metrics?history=maybe`)).status).toBe(400);
  });
});
