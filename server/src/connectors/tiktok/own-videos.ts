import type { Listed } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { wholeSeconds } from '../shared/whole-seconds.ts';
import { callTikTok } from './client.ts';
import { toListed } from './map.ts';
import { LISTED_FIELDS, VideoPage } from './wire.ts';

const PAGE_SIZE = 20;
const PAGES_MAX = 5;

/**
 * The account's newest public posts since a time, newest first. Accounts without the scope to list give an empty list.
 * So the state of a post decides, never this list alone. https://developers.tiktok.com/doc/tiktok-api-v2-video-list
 */
export async function listOwn(session: Session, since: Date): Promise<Listed[]> {
  const sinceMs = wholeSeconds(since) * 1000;
  const found: Listed[] = [];
  let cursor: number | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await readPage(session, cursor);
    const videos = page.videos.map(toListed).filter(({ createdAt }) => createdAt.getTime() >= sinceMs);
    found.push(...videos);
    const isAtEnd = !page.has_more || page.cursor === undefined || videos.length < page.videos.length;
    if (isAtEnd || page.cursor === cursor) break;
    cursor = page.cursor;
  }
  return found;
}

async function readPage(session: Session, cursor: number | undefined) {
  const json = compact({ max_count: PAGE_SIZE, cursor });
  const request = { method: 'POST', path: '/video/list/', query: { fields: LISTED_FIELDS }, json } as const;
  try {
    return await callTikTok(session, 'read', request, VideoPage);
  } catch (error) {
    const isUngranted = error instanceof PlatformError && error.facts.platformCode === 'scope_not_authorized';
    if (isUngranted) return { videos: [], has_more: false, cursor: undefined };
    throw error;
  }
}
