import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService } from '../../../test/harness.ts';
import { accountOf, comment } from '../../../test/steps.ts';
import { connectors } from '../../connectors/index.ts';
import { PLATFORMS, type Platform } from '../../core/platforms.ts';
import { examplePosts, exportEnd, exportOf } from './exports.fixture.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

const withArchive = PLATFORMS.filter((platform) => connectors[platform]?.archive !== undefined);
const hasComments = (platform: Platform) => connectors[platform]?.comments?.list !== undefined;

test.each(withArchive)('create_export: %s gives every post with its numbers and comments', async (platform) => {
  const ws = await service.workspace({ platforms: [platform] });
  const posts = await examplePosts(ws, platform, 3);
  const commented = posts[1]?.platformId as string;
  if (hasComments(platform)) await comment(service, ws, platform, commented, 'A question');
  const { body: made } = await exportOf(ws, platform);
  expect(made).toMatchObject({ status: 'pending', platform, account_id: accountOf(ws, platform).id });
  const done = await exportEnd(ws, made.id);
  expect(done).toMatchObject({ status: 'completed', total_videos: 3, processed_videos: 3, progress: 1 });
  expect(done.counts).toMatchObject({ numbers: 3, comments: hasComments(platform) ? 1 : 0 });
  const { videos } = (await ws.api.get(`/v1/exports/${made.id}/videos`)).body;
  expect(videos.map(({ id }: Body) => id)).toEqual(posts.map(({ platformId }) => platformId).reverse());
  for (const video of videos) {
    expect(video).toMatchObject({ like_count: 0, url: expect.stringMatching(/^http/) });
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
