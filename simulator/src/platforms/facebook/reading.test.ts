import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlatformSimulator } from '../meta/test-simulator.ts';
import { sampleVideo, startSimulator, TestFacebook } from './testing.ts';

let simulator: PlatformSimulator;
let page: TestFacebook;

beforeAll(async () => {
  simulator = await startSimulator();
});
beforeEach(async () => {
  page = await TestFacebook.make(simulator);
});
afterAll(() => simulator.close());

describe('reading', () => {
  test('the feed in pages, by time', async () => {
    const ids: string[] = [];
    for (const text of ['One', 'Two', 'Three']) {
      ids.unshift(await page.publish(text));
      await simulator.advance(60);
    }
    const first = (await page.get('me/published_posts', { limit: 2, fields: 'id,created_time' })).body;
    expect(first.paging.next).toContain('/facebook/graph/v25.0/');
    const second = (await page.follow(first.paging.next)).body;
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect(second.paging.next).toBeUndefined();
    const since = Date.parse(first.data[0].created_time) / 1000;
    expect((await page.get('me/feed', { since })).body.data).toHaveLength(1);
    expect((await page.get('me/feed', { limit: 101 })).body.error.code).toBe(100);
    expect((await page.get('me', { fields: 'nothing' })).body.error.message).toContain('on node type (Page)');
    expect((await page.get('me', { fields: 'id,fan_count,followers_count,link' })).body).toMatchObject({
      followers_count: 120,
    });
  });

  test('insights: gone names fail the whole call', async () => {
    const post = await page.publish();
    await page.visitor('like');
    const metric = 'post_media_view,post_reactions_by_type_total';
    const { data } = (await page.get(`${post}/insights`, { metric })).body;
    expect(data[0]).toMatchObject({
      name: 'post_media_view',
      period: 'lifetime',
      id: `${post}/insights/post_media_view/lifetime`,
    });
    expect(data[1].values).toEqual([{ value: { like: 1 } }]);
    const gone = await page.get(`${post}/insights`, { metric: `${metric},post_impressions` });
    expect(gone.body.error).toMatchObject({
      message: '(#100) The value must be a valid insights metric',
      type: 'OAuthException',
      code: 100,
    });
    expect((await page.get(`${post}/insights`)).body.error).toMatchObject({ code: 3001, error_subcode: 1504028 });
    const ofPage = (await page.get('me/insights', { metric: 'page_media_view,page_follows', period: 'day' })).body;
    expect(ofPage.data[0].values[0].end_time).toMatch(/T08:00:00\+0000$/);
    expect(ofPage.paging.next).toContain('since=');
  });
});

describe('faults', () => {
  const fault = (options: object) => simulator.fault({ platform: 'facebook', account: page.id, ...options } as never);

  test('throttle: 80001 with minutes, 80006 for messages', async () => {
    await fault({ kind: 'throttle', retry_after_seconds: 90 });
    const { status, body, headers } = await page.post('me/feed', { message: 'x' });
    expect([status, body.error.code]).toEqual([429, 80001]);
    const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '')[page.id][0];
    expect(usage).toMatchObject({ type: 'pages', call_count: 100, estimated_time_to_regain_access: 2 });
    expect(headers.get('facebook-api-version')).toBe('v25.0');
    await fault({ kind: 'throttle', operation: 'messages' });
    expect((await page.get('me/conversations')).body.error.code).toBe(80006);
  });

  test('expired, until there is a newer token', async () => {
    await fault({ kind: 'expired_token' });
    expect((await page.get('me')).body.error).toMatchObject({ code: 190, error_subcode: 463 });
  });

  test('lost answer: the post is among the published ones', async () => {
    await fault({ kind: 'accept_drop', operation: 'publish' });
    await expect(page.post('me/feed', { message: 'Lost' })).rejects.toThrow();
    expect((await page.get('me/published_posts', { limit: 5 })).body.data).toMatchObject([{ message: 'Lost' }]);
    await fault({ kind: 'error_after', status: 500, operation: 'publish' });
    const { status, body } = await page.post('me/feed', { message: 'Lost, too' });
    expect([status, body.error.code, body.error.is_transient]).toEqual([500, 1, true]);
  });

  test('slow videos, late posts', async () => {
    await fault({ kind: 'not_ready', polls: 3 });
    const { id } = (await page.post('me/videos', { file_url: sampleVideo })).body;
    const status = async () => (await page.get(id, { fields: 'status' })).body.status.video_status;
    expect([await status(), await status(), await status(), await status()]).toEqual([
      'processing',
      'processing',
      'processing',
      'ready',
    ]);
    await fault({ kind: 'delayed_visibility', seconds: 60, operation: 'list_posts' });
    const post = await page.publish('Late');
    expect((await page.get('me/feed')).body.data.map((row: { id: string }) => row.id)).not.toContain(post);
    await simulator.advance(61);
    expect((await page.get('me/feed')).body.data.map((row: { id: string }) => row.id)).toContain(post);
  });

  test('everything is there again after a restart', async () => {
    const post = await page.publish();
    await page.visitor('comment', 'Hi');
    await page.visitor('message', 'Psst');
    const start = (await page.post('me/video_reels', { upload_phase: 'start' })).body;
    const read = async () => [
      (await page.get(post, { fields: 'message,comments{message,from}' })).body,
      (await page.get('me/conversations', { fields: 'snippet' })).body.data,
      (await page.get(start.video_id, { fields: 'status' })).body,
    ];
    const before = await read();
    await simulator.restart();
    expect(await read()).toEqual(before);
  });
});
