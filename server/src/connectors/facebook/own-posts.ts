import type { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { Session } from '../../core/session.ts';
import { proven } from '../shared/collected.ts';
import { collectPages } from '../shared/meta/paging.ts';
import { wholeSeconds } from '../shared/whole-seconds.ts';
import { call } from './client.ts';
import { postKind, reelToListed, storyToListed, toListed } from './map.ts';
import { POST_FIELDS, postPage, REEL_FIELDS, type reel, reelPage, storyPage } from './wire.ts';

const PAGE_SIZE = 50;

/** The Page's newest posts of the content's kind since a time. Reels and stories are not in the feed. */
export async function listOwn(session: Session, content: Content, since: Date): Promise<Listed[]> {
  const sinceSeconds = wholeSeconds(since);
  const items = await listKind(session, content, sinceSeconds);
  return items.filter(({ createdAt }) => createdAt.getTime() >= sinceSeconds * 1000);
}

async function listKind(session: Session, content: Content, since: number): Promise<Listed[]> {
  const page = session.account.platformId;
  switch (postKind(content)) {
    case 'reel': {
      const path = [page, 'video_reels'];
      const query = { fields: REEL_FIELDS, limit: PAGE_SIZE };
      const isPast = (reels: readonly z.output<typeof reel>[]) =>
        reels.some((one) => reelToListed(one).createdAt.getTime() < since * 1000);
      const reels = await collectPages(
        (position) => call(session, { method: 'GET', path, query: { ...query, ...position }, response: reelPage }),
        { isEnough: isPast },
      );
      return proven(reels).map(reelToListed);
    }
    case 'photo_story':
      return await listStories(session, 'photo');
    case 'video_story':
      return await listStories(session, 'video');
    default: {
      const path = [page, 'published_posts'];
      const query = { fields: POST_FIELDS, limit: PAGE_SIZE, since };
      const posts = await collectPages((position) =>
        call(session, { method: 'GET', path, query: { ...query, ...position }, response: postPage }),
      );
      return proven(posts).map(toListed);
    }
  }
}

/** Stories show no text, so only the type of the media tells them apart. */
async function listStories(session: Session, type: 'photo' | 'video'): Promise<Listed[]> {
  const stories = await liveStories(session);
  return stories.filter(({ media_type = type }) => media_type === type).map(storyToListed);
}

async function liveStories(session: Session) {
  const path = [session.account.platformId, 'stories'];
  const query = { limit: PAGE_SIZE };
  const stories = await collectPages((position) =>
    call(session, { method: 'GET', path, query: { ...query, ...position }, response: storyPage }),
  );
  return proven(stories).filter(({ status = 'PUBLISHED' }) => status === 'PUBLISHED');
}

/** Whether a post of the Page is a story that can be seen now. */
export async function isLiveStory(session: Session, platformId: string): Promise<boolean> {
  return (await liveStories(session)).some((story) => storyToListed(story).platformId === platformId);
}
