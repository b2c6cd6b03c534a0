import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService } from '../../../test/harness.ts';
import { accountOf, comment } from '../../../test/steps.ts';
import { examplePosts, exportEnd, exportOf } from './exports.fixture.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

const PLATFORMS = [
  'youtube',
  'tiktok',
  'instagram',
  'facebook',
  'threads',
  'twitter',
  'bluesky',
  'mastodon',
  'linkedin_page',
] as const;

describe('create_export, get_export, list_export_videos, list_export_videos_unversioned', () => {
  test.each(PLATFORMS)('%s: every post is there with its numbers and comments', async (platform) => {
    const ws = await service.workspace({ platforms: [platform] });
    const posts = await examplePosts(ws, platform, 3);
    const canComment = !['tiktok'].includes(platform);
    if (canComment) await comment(service, ws, platform, posts[1]?.platformId as string, 'A question\0');
    const { body: made } = await exportOf(ws, platform);
    expect(made).toMatchObject({ status: 'pending', platform, account_id: accountOf(ws, platform).id });
    const done = await exportEnd(ws, made.id);
    expect(done).toMatchObject({
      status: 'completed',
      stage: 'done',
      total_videos: 3,
      processed_videos: 3,
      progress: 1,
    });
    expect(done.counts).toMatchObject({ numbers: 3, comments: canComment ? 1 : 0 });
    const { status, body } = await ws.api.get(`/v1/exports/${made.id}/videos`);
    expect({ status, count: body.count }).toEqual({ status: 200, count: 3 });
    expect(body.videos).toEqual(body.data);
    expect(body.videos.map(({ id }: Body) => id).sort()).toEqual(posts.map(({ platformId }) => platformId).sort());
    for (const video of body.videos) {
      expect(video).toMatchObject({ like_count: 0, url: expect.stringMatching(/^http/) });
      expect(`${video.title} ${video.description}`).toContain('Number');
    }
    if (canComment) expect(body.videos.find(({ id }: Body) => id === posts[1]?.platformId).comment_count).toBe(1);
    const unversioned = await ws.api.get(`/exports/${made.id}/videos`);
    expect(unversioned.body).toEqual(body);
  });
});
