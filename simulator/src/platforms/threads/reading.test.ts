import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlatformSimulator } from '../meta/test-simulator.ts';
import { startSimulator, TestThreads } from './testing.ts';

let simulator: PlatformSimulator;
let threads: TestThreads;

beforeAll(async () => {
  simulator = await startSimulator();
});
beforeEach(async () => {
  threads = await TestThreads.make(simulator);
});
afterAll(() => simulator.close());

describe('reading', () => {
  test('the profile', async () => {
    const fields = 'id,username,name,threads_profile_picture_url,threads_biography,is_verified';
    const { username } = threads.account;
    expect((await threads.get('me', { fields })).body).toEqual({
      id: threads.id,
      username,
      name: threads.account.name,
      threads_profile_picture_url: expect.stringContaining('avatar.png'),
      is_verified: false,
    });
  });

  test('posts by time and page', async () => {
    const first = await threads.publish();
    await simulator.advance(3600);
    const second = await threads.publish();
    expect((await threads.get('me/threads', { limit: 1 })).body).toEqual({
      data: [{ id: second }],
      paging: { cursors: { before: expect.any(String), after: expect.any(String) } },
    });
    const { timestamp } = (await threads.get(second, { fields: 'timestamp' })).body;
    const since = Date.parse(timestamp) / 1000 - 60;
    expect((await threads.get('me/threads', { since })).body.data).toEqual([{ id: second }]);
    expect((await threads.get('me/threads', { until: since })).body.data).toEqual([{ id: first }]);
    expect((await threads.get('me/threads', { since: 1 })).status).toBe(400);
    expect((await threads.get('me/threads', { before: 'QVFI', after: 'QVFJ' })).body.error.code).toBe(100);
  });

  test('insights of a post and of the account', async () => {
    const id = await threads.publish({ media_type: 'TEXT', text: 'x', link_attachment: 'https://acme.example' });
    await threads.visitor('like');
    await threads.visitor('like');
    await threads.visitor('share');
    await threads.visitor('comment', 'Hi');
    const metric = 'views,likes,replies,reposts,quotes,shares';
    const { data } = (await threads.get(`${id}/insights`, { metric })).body;
    expect(data[1]).toEqual({
      name: 'likes',
      period: 'lifetime',
      values: [{ value: 1 }],
      title: 'Likes',
      description: expect.any(String),
      id: `${id}/insights/likes/lifetime`,
    });
    const numbers = Object.fromEntries(
      data.map(({ name, values }: { name: string; values: [{ value: number }] }) => [name, values[0].value]),
    );
    expect(numbers).toMatchObject({ likes: 1, replies: 1, reposts: 1, quotes: 0, shares: 0 });
    expect(numbers.views).toBeGreaterThan(0);
    expect((await threads.get(`${id}/insights`, { metric: 'reach' })).body.error.code).toBe(100);

    const whole = await threads.get('me/threads_insights', { metric: 'views,likes,clicks,followers_count' });
    expect(whole.body.data).toMatchObject([
      { name: 'views', values: [{}, {}] },
      { name: 'likes', total_value: { value: 1 } },
      { name: 'clicks', link_total_values: [{ link_url: 'https://acme.example' }] },
      { name: 'followers_count', total_value: { value: 120 } },
    ]);
  });
});

describe('faults', () => {
  const fault = (options: object) => simulator.fault({ platform: 'threads', account: threads.id, ...options } as never);

  test('throttle: code 4, the time to wait in minutes', async () => {
    await fault({ kind: 'throttle', retry_after_seconds: 90 });
    const { status, body, headers } = await threads.get('me');
    expect([status, body.error.code]).toEqual([429, 4]);
    const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '')[threads.id];
    expect(usage).toMatchObject([{ type: 'threads', call_count: 100, estimated_time_to_regain_access: 2 }]);
  });

  test('expired token', async () => {
    await simulator.advance(86_401);
    await fault({ kind: 'expired_token' });
    expect((await threads.get('me')).body.error.message).toContain('Error validating access token');
    const { body } = await threads.get('refresh_access_token', { grant_type: 'th_refresh_token' });
    const fresh = new TestThreads(simulator, threads.account, body.access_token);
    expect((await fresh.get('me')).status).toBe(200);
  });

  test('lost answer: the container says PUBLISHED, the post is in the list', async () => {
    const creation_id = await threads.container({ media_type: 'TEXT', text: 'Lost' });
    await fault({ kind: 'accept_drop', operation: 'publish' });
    await expect(threads.post('me/threads_publish', { creation_id })).rejects.toThrow();
    expect((await threads.get(creation_id)).body.status).toBe('PUBLISHED');
    expect((await threads.get('me/threads', { fields: 'text' })).body.data).toMatchObject([{ text: 'Lost' }]);
  });

  test('not ready, delayed', async () => {
    await fault({ kind: 'not_ready', polls: 2 });
    const creation_id = await threads.container({ media_type: 'TEXT', text: 'Slow' });
    expect((await threads.get(creation_id)).body.status).toBe('IN_PROGRESS');
    expect((await threads.get(creation_id)).body.status).toBe('IN_PROGRESS');
    expect((await threads.get(creation_id)).body.status).toBe('FINISHED');
    await fault({ kind: 'delayed_visibility', seconds: 60, operation: 'publish' });
    const { body } = await threads.post('me/threads_publish', { creation_id });
    expect((await threads.get('me/threads')).body).toEqual({ data: [] });
    expect((await threads.get(body.id)).status).toBe(200);
    await simulator.advance(61);
    expect((await threads.get('me/threads')).body.data).toEqual([{ id: body.id }]);
  });

  test('everything is there again after a restart', async () => {
    const post = await threads.publish();
    const { platform_id: reply } = await threads.visitor('comment', 'Hi');
    await threads.post(`${reply}/manage_reply`, { hide: true });
    const read = async () => [
      (await threads.get(`${post}/replies`, { fields: 'text,hide_status' })).body,
      (await threads.get('me/threads_publishing_limit', { fields: 'quota_usage' })).body,
    ];
    const before = await read();
    await simulator.restart();
    expect(await read()).toEqual(before);
  });
});
