import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleImage, sampleVideo, TestInstagram, TestSimulator } from '../testing.ts';

let simulator: TestSimulator;
let instagram: TestInstagram;
let post: string;

beforeAll(async () => {
  simulator = await new TestSimulator().start();
  instagram = await TestInstagram.make(simulator);
  post = await instagram.publish();
  await instagram.comment('Nice');
});
afterAll(() => simulator.close());

describe('of media', () => {
  test('each metric with its value over the lifetime', async () => {
    const { body } = await instagram.get(`${post}/insights`, { metric: 'views,reach,comments' });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['views', 'reach', 'comments']);
    expect(body.data[2]).toEqual({
      name: 'comments',
      period: 'lifetime',
      values: [{ value: 1 }],
      title: 'Comments',
      description: expect.any(String),
      id: `${post}/insights/comments/lifetime`,
    });
    const [views, reach] = body.data.map(({ values }: { values: { value: number }[] }) => values[0]?.value);
    expect(views).toBeGreaterThan(reach);
  });

  test('a breakdown', async () => {
    const { body } = await instagram.get(`${post}/insights`, { metric: 'profile_activity', breakdown: 'action_type' });
    expect(body.data[0].total_value.breakdowns[0].dimension_keys).toEqual(['action_type']);
  });

  test('gone metrics, metrics of another kind of media, none', async () => {
    const messageOf = async (id: string, metric: string) =>
      (await instagram.get(`${id}/insights`, { metric })).body.error?.message;
    expect(await messageOf(post, 'reach,impressions')).toMatch(
      /^\(#100\) metric\[1\] must be one of the following values: views, /,
    );
    const reel = await instagram.publish({ media_type: 'REELS', video_url: sampleVideo });
    expect(await messageOf(reel, 'ig_reels_avg_watch_time')).toBeUndefined();
    expect(await messageOf(reel, 'profile_visits')).toBe(
      '(#100) Incompatible metrics (profile_visits) with type of REELS media',
    );
    expect(await messageOf(post, '')).toContain('metric');
  });

  test('the items of a carousel have none', async () => {
    const items = [await item(), await item()];
    const id = await instagram.publish({ media_type: 'CAROUSEL', children: items.join(',') });
    const child = (await instagram.get(id, { fields: 'children' })).body.children.data[0].id;
    expect((await instagram.get(`${child}/insights`, { metric: 'reach' })).body).toEqual({ data: [] });
  });

  const item = () => instagram.container({ image_url: sampleImage, is_carousel_item: true });
});

describe('of the account', () => {
  const ask = (values: Record<string, string | number>) =>
    instagram.get('me/insights', { period: 'day', metric_type: 'total_value', ...values });

  test('totals, with a breakdown', async () => {
    const { body } = await ask({ metric: 'reach,comments', breakdown: 'media_product_type' });
    const [reach, comments] = body.data;
    expect(reach).toMatchObject({
      name: 'reach',
      period: 'day',
      title: 'Accounts reached',
      id: `${instagram.id}/insights/reach/day`,
    });
    expect(reach.total_value.breakdowns[0]).toEqual({
      dimension_keys: ['media_product_type'],
      results: [{ dimension_values: ['POST'], value: reach.total_value.value }],
    });
    expect(comments.total_value.value).toBe(1);
    expect(body.paging.next).toContain(`/v25.0/${instagram.id}/insights?`);
  });

  test('reach day by day', async () => {
    const until = Math.floor(Date.now() / 1000) + 86_400;
    const { body } = await ask({ metric: 'reach', metric_type: 'time_series', since: until - 3 * 86_400, until });
    expect(body.data[0].values).toHaveLength(3);
    expect(body.data[0].values[0]).toEqual({ value: 0, end_time: expect.stringMatching(/T08:00:00\+0000$/) });
    const sum = body.data[0].values.reduce((all: number, { value }: { value: number }) => all + value, 0);
    expect(sum).toBeGreaterThan(0);
  });

  test('demographics', async () => {
    const { body } = await ask({ metric: 'follower_demographics', period: 'lifetime', breakdown: 'country' });
    expect(body.data[0].total_value.breakdowns[0].results).toEqual([{ dimension_values: ['GB'], value: 120 }]);
  });

  test.each([
    { metric: 'impressions' },
    { metric: 'likes', metric_type: 'time_series' },
    { metric: 'reach', since: 1_700_000_000, until: 1_703_000_000 },
    { metric: 'reach', period: 'week' },
    { metric: 'follower_demographics', period: 'lifetime' },
  ])('rejects %j', async (wrong) => {
    expect((await ask(wrong)).body.error.code).toBe(100);
  });

  test('no other insights', async () => {
    const container = await instagram.container();
    expect((await instagram.get(`${container}/insights`, { metric: 'reach' })).body.error.error_subcode).toBe(33);
  });
});
