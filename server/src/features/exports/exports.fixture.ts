import { expect } from 'vitest';
import type { Body, TestWorkspace } from '../../../test/harness.ts';
import { image, targetsOn, waiting } from '../../../test/steps.ts';

const video = { ...image, source: 'https://simulator.test/files/sample.mp4' };
const WISHES: Readonly<Record<string, Body>> = {
  youtube: { media: [video], title: 'Number of a video' },
  tiktok: { media: [video], platform_data: { tiktok: { privacy_level: 'PUBLIC_TO_EVERYONE' } } },
  instagram: { media: [image] },
};

/** Publishes posts on the workspace's account, the first first. */
export async function examplePosts(
  ws: TestWorkspace,
  platform: string,
  count: number,
): Promise<{ readonly platformId: string }[]> {
  const posts = [];
  for (let number = 1; number <= count; number++) {
    const wish = { text: `Number ${number}`, targets: targetsOn(ws, platform), publish_now: true, ...WISHES[platform] };
    const { status, body, text } = await ws.api.post('/v1/posts', wish, waiting);
    expect(status, text).toBe(201);
    posts.push({ platformId: body.targets[0].platform_post_id });
  }
  return posts;
}
