import type { Archive, ArchivedItem } from '../../core/analysis/archive.ts';
import type { SessionAccount } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callTikTok } from './client.ts';
import { ARCHIVED_FIELDS, ArchivedPage, type ArchivedVideo } from './wire.ts';

const PAGE_SIZE = 20;

/** Public posts only, with their numbers. https://developers.tiktok.com/doc/tiktok-api-v2-video-list */
export const archive: Archive = {
  holds: 'videos',

  async list(session, cursor) {
    const json = compact({ max_count: PAGE_SIZE, cursor: cursor === undefined ? undefined : Number(cursor) });
    const request = { method: 'POST', path: '/video/list/', query: { fields: ARCHIVED_FIELDS }, json } as const;
    const page = await callTikTok(session, 'read', request, ArchivedPage);
    const items = page.videos.map(({ value }) => toItem(value, session.account));
    return compact({ items, cursor: page.has_more && page.cursor !== undefined ? String(page.cursor) : undefined });
  },
};

function toItem(video: ArchivedVideo, { username }: SessionAccount): ArchivedItem {
  const { id, title, video_description, create_time, share_url, cover_image_url, duration, width, height } = video;
  const { view_count: views, like_count: likes, comment_count: comments, share_count: shares } = video;
  return compact({
    platformId: id,
    title: title || undefined,
    text: video_description || undefined,
    url: share_url || `https://www.tiktok.com/@${encodeURIComponent(username)}/video/${id}`,
    coverUrl: cover_image_url || undefined,
    createdAt: create_time,
    durationSeconds: duration,
    width,
    height,
    metrics: compact({ views, likes, comments, shares }),
  });
}
