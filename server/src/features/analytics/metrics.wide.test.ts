import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, until } from '../../../test/harness.ts';
import { accountOf, waiting } from '../../../test/steps.ts';
import { DAY, openMetrics } from './metrics.fixture.ts';

type Steps = Awaited<ReturnType<typeof openMetrics>>;
let steps: Steps;
let service: Steps['service'];
let ws: Steps['ws'];

beforeAll(async () => {
  steps = await openMetrics({ platforms: ['mastodon', 'twitter'] });
  ({ service, ws } = steps);
});
afterAll(() => service?.close());

const JSON_TYPE = 'application/json';
const fault = (what: object): Promise<Body> => ws.control('POST', 'faults', { platform: 'mastodon', ...what });

describe('stored metrics', () => {
  test('X, where readings are billed, is asked for many posts in one call and more seldom', async () => {
    const [one, other] = [await steps.publish('twitter'), await steps.publish('twitter')];
    const before = await steps.callsOf('twitter');
    await steps.advance(15 * 60 + 1);
    await steps.untilReadAfter(one, 0);
    await steps.untilReadAfter(other, 0);
    expect((await steps.callsOf('twitter')) - before).toBeLessThanOrEqual(3);
    expect(await steps.dueInSeconds(one)).toBeGreaterThan(45 * 60);
  });

  test('a post that the platform shows no more keeps its last numbers and is asked for no more', async () => {
    const post = await steps.publish('mastodon');
    await steps.act('mastodon', 'like', post);
    await steps.advance(15 * 60 + 1);
    await steps.untilReadAfter(post, 0);
    await service.sql(`update post_metrics set platform_id = '1' where post_id = $1`, [post.id]);
    await until(async () => {
      await steps.advance(15 * 60 + 1);
      return (await steps.rowOf(post)).ended === 'removed';
    }, 'it counts as removed');
    expect(await steps.rowOf(post)).toMatchObject({ next_read_at: null, metrics: { likes: 1 } });
  });

  test('a post that is taken down is read no more, and its target says so', async () => {
    const post = await steps.publish('mastodon');
    await steps.advance(15 * 60 + 1);
    await steps.untilReadAfter(post, 0);
    expect((await ws.api.post(`/v1/posts/${post.id}/unpublish`, {}, waiting)).status).toBe(200);
    expect(await steps.rowOf(post)).toMatchObject({ next_read_at: null, ended: 'removed' });
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
    const post = await steps.publish('mastodon');
    await steps.advance(15 * 60 + 1);
    await steps.untilReadAfter(post, 0);
    const { platformId } = accountOf(ws, 'mastodon');
    await ws.control('POST', 'faults', {
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
    await ws.control('DELETE', 'faults');
    expect((await ws.api.get(`/v1/posts/${post.id}/metrics`)).body.data.targets[0]).toMatchObject({ source: 'live' });
  });

  test('a number that the platform tells no more is absent, and unknown names are ignored', async () => {
    const post = await steps.publish('mastodon');
    await steps.advance(15 * 60 + 1);
    await steps.untilReadAfter(post, 0);
    const before = await steps.readTime(post);
    const told = { id: post.targets[0].platform_post_id, replies_count: 3, reblogs_count: -1, hearts_count: 9 };
    await fault({
      kind: 'body',
      times: 0,
      operation: 'get_post',
      status: 200,
      body: JSON.stringify(told),
      content_type: JSON_TYPE,
    });
    await steps.advance(15 * 60 + 1);
    await steps.untilReadAfter(post, before);
    await ws.control('DELETE', 'faults');
    const { metrics } = await steps.rowOf(post);
    expect(metrics).toEqual({ comments: 3 });
    expect((await steps.stored(post)).metrics).toMatchObject({
      likes: 0,
      comments: 3,
      unknown: ['likes', 'shares', 'saves'],
    });
  });

  test('a throttled platform is left alone as long as it wants', async () => {
    const post = await steps.publish('mastodon');
    await fault({ kind: 'throttle', operation: 'get_post', retry_after_seconds: 3000 });
    await steps.advance(15 * 60 + 1);
    const { id } = accountOf(ws, 'mastodon');
    const waits = `select failures, due_at > now() + interval '2000 seconds' as waits from metric_readings where id = $1`;
    await until(async () => (await service.sql(waits, [id]))[0].failures === 1, 'the reading failed');
    expect((await service.sql(waits, [id]))[0].waits).toBe(true);
    expect(await steps.readTime(post)).toBe(0);
    await ws.control('DELETE', 'faults');
    await steps.advance(3001);
    await steps.untilReadAfter(post, 0);
    expect((await service.sql(waits, [id]))[0].failures).toBe(0);
  });

  test('days keep their date when the zone of the brand changes, and later ones have the new zone', async () => {
    const { id } = accountOf(ws, 'mastodon');
    const [{ brand_id }] = await service.sql('select brand_id from accounts where id = $1', [id]);
    const daysIn = (zone: string): Promise<Body[]> =>
      service.sql('select day::text, told from account_days where account_id = $1 and timezone = $2 order by day', [
        id,
        zone,
      ]);
    const before = await daysIn('UTC');
    expect(before.length).toBeGreaterThan(0);
    expect((await ws.api.patch(`/v1/brands/${brand_id}`, { timezone: 'Pacific/Kiritimati' })).status).toBe(200);
    await steps.advance(2 * DAY);
    const days = await until(async () => {
      const found = await daysIn('Pacific/Kiritimati');
      return found.length > 0 && found;
    }, 'a day of the new zone');
    expect(await daysIn('UTC')).toEqual(before);
    expect(days.at(-1)?.day > before.at(-1)?.day).toBe(true);
    expect((await ws.api.get(`/v1/accounts/${id}/summary`)).body.timezone).toBe('Pacific/Kiritimati');
    // The simulated account gains followers as time goes by.
    const [{ counted }] = await service.sql(
      'select counted from account_days where account_id = $1 order by day desc limit 1',
      [id],
    );
    expect(counted.follower_change).toBeGreaterThan(0);
  });

  test('old snapshots become fewer', async () => {
    const post = await steps.publish('mastodon');
    const key = [ws.tenantId, accountOf(ws, 'mastodon').id, post.targets[0].platform_post_id];
    await service.sql(
      `insert into post_snapshots (tenant_id, account_id, platform_id, taken_at, metrics)
       select $1, $2, $3, date_trunc('day', now(), 'UTC') + n * interval '1 hour', jsonb_build_object('likes', n) from generate_series(1, 22) n`,
      key,
    );
    const count = async () =>
      (
        await service.sql(
          'select 1 from post_snapshots where tenant_id = $1 and account_id = $2 and platform_id = $3',
          key,
        )
      ).length;
    await steps.advance(2 * 3600);
    await steps.untilReadAfter(post, 0);
    expect(await count()).toBeGreaterThanOrEqual(22);
    const before = await steps.readTime(post);
    await steps.advance(12 * DAY);
    await steps.untilReadAfter(post, before);
    expect(await count()).toBeLessThanOrEqual(3);
  });

  test('an account that must be reconnected waits until it is', async () => {
    const { id } = accountOf(ws, 'mastodon');
    const due = async () => (await service.sql('select due_at from metric_readings where id = $1', [id]))[0].due_at;
    await service.sql(`update accounts set status = 'reconnect_required' where id = $1`, [id]);
    expect(await due()).toBe(null);
    await service.sql(`update accounts set status = 'active' where id = $1`, [id]);
    expect(await due()).not.toBe(null);
  });

  test('an account that is disconnected is read no more', async () => {
    const { id } = accountOf(ws, 'twitter');
    expect((await ws.api.delete(`/v1/accounts/${id}`)).status).toBeLessThan(300);
    const [row] = await service.sql('select due_at from metric_readings where id = $1', [id]);
    expect(row.due_at).toBe(null);
  });
});
