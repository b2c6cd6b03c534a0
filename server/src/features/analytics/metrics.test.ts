import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { accountOf, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let posts = 0;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon', 'linkedin_page', 'whatsapp', 'twitter'] });
});
afterAll(() => service?.close());

const DAY = 24 * 3600;

async function publish(platform: string): Promise<Body> {
  const wish = { text: `Counted ${++posts}`, targets: targetsOn(ws, platform), publish_now: true };
  const { body, status, text } = await ws.api.post('/v1/posts', wish, waiting);
  if (status !== 201) throw new Error(text);
  return body;
}
async function advance(seconds: number): Promise<void> {
  const { status, text } = await ws.api.post('/v1/test/clock', { advance: `PT${seconds}S` });
  if (status !== 200) throw new Error(text);
}
const act = (platform: string, action: string, post: Body, more: object = {}): Promise<Body> =>
  service.control('POST', 'strangers', {
    platform,
    account: accountOf(ws, platform).platformId,
    action,
    post_id: post.targets[0].platform_post_id,
    ...more,
  });
const stored = async (post: Body): Promise<Body> =>
  (await ws.api.get(`/v1/posts/${post.id}/metrics?source=stored&history=true`)).body.data.targets[0];
const rowOf = async (post: Body): Promise<Body> =>
  (await service.sql('select * from post_metrics where post_id = $1', [post.id]))[0];
const readTimes = async (post: Body): Promise<number> => Number((await rowOf(post)).read_at ?? 0);
const dueInSeconds = async (post: Body): Promise<number> => {
  const [row] = await service.sql(
    'select extract(epoch from next_read_at - now())::float8 as seconds from post_metrics where post_id = $1',
    [post.id],
  );
  return row.seconds;
};
const untilReadAfter = (post: Body, before: number) =>
  until(async () => (await readTimes(post)) > before, 'the post was read again');

describe('stored metrics', () => {
  test('a fresh post is read after a quarter of an hour, its changes are kept, and the schedule slows down', async () => {
    const post = await publish('mastodon');
    expect(await stored(post)).toMatchObject({ error: { code: 'resource.not_found' }, history: [] });
    expect(await dueInSeconds(post)).toBeGreaterThan(14 * 60);
    await act('mastodon', 'like', post, { username: 'jane' });
    await advance(15 * 60 + 1);
    await untilReadAfter(post, 0);
    expect(await stored(post)).toMatchObject({
      source: 'stored',
      metrics: { likes: 1, comments: 0, shares: 0, saves: 0, unknown: ['saves'] },
      history: [{ metrics: { likes: 1 } }],
    });
    expect(await dueInSeconds(post)).toBeLessThanOrEqual(15 * 60);

    await act('mastodon', 'comment', post, { text: 'Nice' });
    let before = await readTimes(post);
    await advance(15 * 60 + 1);
    await untilReadAfter(post, before);
    before = await readTimes(post);
    // Equal numbers leave no snapshot.
    await advance(2 * DAY);
    await untilReadAfter(post, before);
    const { history, metrics_synced_at } = await stored(post);
    expect(history.map(({ metrics }: Body) => metrics)).toEqual([
      { likes: 1, comments: 0, shares: 0 },
      { likes: 1, comments: 1, shares: 0 },
    ]);
    expect(Date.parse(metrics_synced_at)).toBeGreaterThan(Date.parse(history[1].taken_at));
    expect(await dueInSeconds(post)).toBeGreaterThan(3000);
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
    await service.sql(
      `insert into account_days (tenant_id, account_id, day, timezone, told)
       select $1, a, current_date - n, 'UTC', jsonb_build_object('followers', n) from generate_series(1, 3000) n, unnest($2::text[]) a
       on conflict do nothing`,
      [ws.tenantId, [id, 'acc_other']],
    );
    await service.sql('analyze account_days');
    const plan = await service.sql(
      `explain (analyze, format json) select day, counted || told from account_days
       where tenant_id = $1 and account_id = $2 and day between current_date - 89 and current_date order by day`,
      [ws.tenantId, id],
    );
    const [{ Plan: top }] = plan[0]['QUERY PLAN'];
    const rows = (node: Body): number =>
      (node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
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

  test('X, where readings are billed, is asked for many posts in one call and more seldom', async () => {
    const [one, other] = [await publish('twitter'), await publish('twitter')];
    const before = await callsOf('twitter');
    await advance(15 * 60 + 1);
    await untilReadAfter(one, 0);
    await untilReadAfter(other, 0);
    expect((await callsOf('twitter')) - before).toBeLessThanOrEqual(3);
    expect(await dueInSeconds(one)).toBeGreaterThan(45 * 60);
  });

  test('a post that the platform shows no more keeps its last numbers and is asked for no more', async () => {
    const post = await publish('mastodon');
    await act('mastodon', 'like', post);
    await advance(15 * 60 + 1);
    await untilReadAfter(post, 0);
    await service.sql(`update post_metrics set platform_id = '1' where post_id = $1`, [post.id]);
    await until(async () => {
      await advance(15 * 60 + 1);
      return (await rowOf(post)).ended === 'removed';
    }, 'it counts as removed');
    expect(await rowOf(post)).toMatchObject({ next_read_at: null, metrics: { likes: 1 } });
  });

  test('a post that is taken down is read no more, and its target says so', async () => {
    const post = await publish('mastodon');
    await advance(15 * 60 + 1);
    await untilReadAfter(post, 0);
    expect((await ws.api.post(`/v1/posts/${post.id}/unpublish`, {}, waiting)).status).toBe(200);
    expect(await rowOf(post)).toMatchObject({ next_read_at: null, ended: 'removed' });
    for (const source of ['live', 'stored']) {
      const { body } = await ws.api.get(`/v1/posts/${post.id}/metrics?source=${source}`);
      expect(body.data.targets[0]).toMatchObject({
        status: 'unpublished',
        metrics: { likes: 0 },
        source: 'stored',
        error: { code: 'resource.not_found' },
      });
    }
  });

  test('live numbers fall back to the stored ones, with the reason', async () => {
    const post = await publish('mastodon');
    await advance(15 * 60 + 1);
    await untilReadAfter(post, 0);
    const { platformId } = accountOf(ws, 'mastodon');
    await service.control('POST', 'faults', {
      kind: 'server_error',
      platform: 'mastodon',
      account: platformId,
      operation: 'get_post',
      status: 503,
      times: 0,
    });
    const { body } = await ws.api.get(`/v1/posts/${post.id}/metrics`);
    expect(body.data.targets[0]).toMatchObject({
      source: 'stored',
      metrics: { likes: 0 },
      error: { code: 'platform.mastodon.api_error' },
    });
    await service.control('DELETE', 'faults');
    expect((await ws.api.get(`/v1/posts/${post.id}/metrics`)).body.data.targets[0]).toMatchObject({ source: 'live' });
  });

  test('bad input names its field', async () => {
    const post = await publish('mastodon');
    const wrong = await ws.api.get(`/v1/posts/${post.id}/metrics?source=yesterday`);
    expect(wrong).toMatchObject({ status: 400, body: { meta: { field: 'source' } } });
    expect((await ws.api.get(`/v1/posts/${post.id}/metrics?history=maybe`)).status).toBe(400);
  });

  test('an account that is disconnected is read no more', async () => {
    const { id } = accountOf(ws, 'twitter');
    expect((await ws.api.delete(`/v1/accounts/${id}`)).status).toBeLessThan(300);
    const [row] = await service.sql('select due_at from metric_readings where id = $1', [id]);
    expect(row.due_at).toBe(null);
  });
});

async function callsOf(platform: string): Promise<number> {
  const { platformId } = accountOf(ws, platform);
  return (await service.control('GET', `calls?platform=${platform}&account=${platformId}`)).calls.length;
}
