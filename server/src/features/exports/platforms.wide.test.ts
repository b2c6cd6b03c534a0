import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, until } from '../../../test/harness.ts';
import { accountOf, comment, fault } from '../../../test/steps.ts';
import { connectors } from '../../connectors/index.ts';
import { PLATFORMS, type Platform } from '../../core/platforms.ts';
import { examplePosts, exportEnd, exportOf, workbookOf } from './exports.fixture.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

const withArchive = PLATFORMS.filter((platform) => connectors[platform]?.archive !== undefined);
const hasNumbers = (platform: Platform) =>
  connectors[platform]?.metrics !== undefined || connectors[platform]?.postsMetrics !== undefined;
const hasComments = (platform: Platform) => connectors[platform]?.comments?.list !== undefined;

test.each(withArchive)('create_export: %s gives every post with its numbers and comments', async (platform) => {
  const ws = await service.workspace({ platforms: [platform] });
  const posts = await examplePosts(ws, platform, 3);
  const commented = posts[1]?.platformId as string;
  if (hasComments(platform)) await comment(ws, platform, commented, 'A question');
  const { body: made } = await exportOf(ws, platform);
  expect(made).toMatchObject({ status: 'pending', platform, account_id: accountOf(ws, platform).id });
  const done = await exportEnd(ws, made.id);
  expect(done).toMatchObject({ status: 'completed', total_videos: 3, processed_videos: 3, progress: 1 });
  expect(done.counts).toMatchObject({ numbers: 3, comments: hasComments(platform) ? 1 : 0 });
  const { videos } = (await ws.api.get(`/v1/exports/${made.id}/videos`)).body;
  expect(videos.map(({ id }: Body) => id)).toEqual(posts.map(({ platformId }) => platformId).reverse());
  for (const video of videos) {
    expect(video).toMatchObject({ url: expect.stringMatching(/^http/) });
    expect(video.like_count).toBe(hasNumbers(platform) ? 0 : undefined);
    expect(`${video.title} ${video.description}`).toContain('Number');
  }
  if (hasComments(platform)) expect(videos[1].comment_count).toBe(1);
});

test('create_export: a range leaves out what was published before and after', async () => {
  const ws = await service.workspace({ platforms: ['mastodon'] });
  const [first, second, third] = await examplePosts(ws, 'mastodon', 3);
  const { body: all } = await exportOf(ws, 'mastodon');
  await exportEnd(ws, all.id);
  await service.sql(`update exports set created_at = created_at - interval '2 hours' where id = $1`, [all.id]);
  const { videos } = (await ws.api.get(`/v1/exports/${all.id}/videos`)).body;
  const timeOf = (post: typeof first) => videos.find(({ id }: Body) => id === post?.platformId).create_time;
  const { body: made } = await exportOf(ws, 'mastodon', { from: timeOf(second), to: timeOf(third) });
  expect(await exportEnd(ws, made.id)).toMatchObject({ total_videos: 1, from: timeOf(second), to: timeOf(third) });
  expect((await ws.api.get(`/v1/exports/${made.id}/videos`)).body.videos).toMatchObject([{ id: second?.platformId }]);
});

test('create_export: the pins tell their lifetime numbers, and one without them those of its analytics', async () => {
  const ws = await service.workspace({ platforms: ['pinterest'] });
  const { platformId: account } = accountOf(ws, 'pinterest');
  const [first, second] = await examplePosts(ws, 'pinterest', 2);
  const named = { platform: 'pinterest', account, post_id: second?.platformId, text: 'Nice' };
  for (const action of ['like', 'share', 'comment']) await ws.control('POST', 'strangers', { ...named, action });
  const { body: made } = await exportOf(ws, 'pinterest');
  const { counts } = await exportEnd(ws, made.id);
  expect(counts).toMatchObject({ numbers: 2 });
  const { videos } = (await ws.api.get(`/v1/exports/${made.id}/videos`)).body;
  expect(videos[0].metrics).toEqual({ impressions: 3, likes: 1, comments: 1, saves: 1, clicks: 3 });
  const calls = (operation: string) =>
    ws.control('GET', `calls?platform=pinterest&account=${account}&operation=${operation}`);
  expect((await calls('get_post')).calls).toEqual([]);

  await service.sql(`update exports set created_at = created_at - interval '2 hours' where id = $1`, [made.id]);
  const items = [second, first].map((pin) => ({ id: pin?.platformId, created_at: '2026-01-01T10:00:00' }));
  await fault(ws, 'pinterest', { kind: 'body', operation: 'list_posts', status: 200, body: { items } });
  const { body: again } = await exportOf(ws, 'pinterest');
  await exportEnd(ws, again.id);
  const read = (await ws.api.get(`/v1/exports/${again.id}/videos`)).body.videos;
  expect(read[0].metrics).toEqual(videos[0].metrics);
  expect((await calls('get_post')).calls).toHaveLength(2);
});

test('create_export: a page of older posts ends no list whose order is not documented', async () => {
  const ws = await service.workspace({ platforms: ['pinterest'] });
  const [newest] = (await examplePosts(ws, 'pinterest', 1)).reverse();
  const old = { id: '17', created_at: '2020-01-01T10:00:00' };
  const bookmark = Buffer.from(`next|${newest?.platformId}`).toString('base64url');
  const body = { items: [old], bookmark };
  await fault(ws, 'pinterest', { kind: 'body', operation: 'list_posts', status: 200, body });
  const { body: made } = await exportOf(ws, 'pinterest', { from: new Date(Date.now() - 86_400_000).toISOString() });
  expect(await exportEnd(ws, made.id)).toMatchObject({ status: 'completed', total_videos: 1 });
  const { videos } = (await ws.api.get(`/v1/exports/${made.id}/videos`)).body;
  expect(videos).toMatchObject([{ id: newest?.platformId }]);
});

test('create_export: a location gives its posts and the numbers of its days, and says that posts have none', async () => {
  const ws = await service.workspace({ platforms: ['google'] });
  await examplePosts(ws, 'google', 2);
  const { id } = accountOf(ws, 'google');
  await service.sql('update metric_readings set due_at = now() where id = $1', [id]);
  const { status, text } = await ws.api.post('/v1/test/clock', { advance: 'PT120S' });
  expect(status, text).toBe(200);
  const days = () =>
    service.sql(`select day::text, told from account_days where account_id = $1 and told <> '{}'`, [id]);
  const [told] = await until(async () => (await days()).length > 0 && (await days()), 'the days were read');
  const { body: made } = await exportOf(ws, 'google');
  const done = await exportEnd(ws, made.id);
  expect(done).toMatchObject({ status: 'completed', total_videos: 2, counts: { numbers: 2 } });
  expect(done.missing).toContain('Google Business Profile does not tell the numbers of posts.');
  const { 'Daily metrics': sheet, Posts: posts } = await workbookOf(done);
  expect(posts).toHaveLength(3);
  expect(sheet?.[0]).toEqual(expect.arrayContaining(['Impressions', 'Clicks']));
  expect(sheet?.flat()).toContain(told.told.impressions);
});
