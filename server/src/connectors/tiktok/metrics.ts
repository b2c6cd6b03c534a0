import type { Metrics, PublishedItem } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callTikTok } from './client.ts';
import { readStatus } from './status.ts';
import { COUNTED_FIELDS, CountedVideos, PublishId, VideoId } from './wire.ts';

/**
 * Counters of public posts; the API has none of other posts.
 * https://developers.tiktok.com/doc/tiktok-api-v2-video-query
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const id = await postIdOf(session, platformId);
  const json = { filters: { video_ids: [id] } };
  const request = { method: 'POST', path: '/video/query/', query: { fields: COUNTED_FIELDS }, json } as const;
  const { videos } = await callTikTok(session, 'read', request, CountedVideos);
  const video = videos.find((found) => found.id === id);
  if (video === undefined) throw missing();
  const { like_count: likes, comment_count: comments, share_count: shares, view_count: views } = video;
  return compact({ likes, comments, shares, saves: 0, extra: views === undefined ? undefined : { views } });
}

/** A publish id may stand for the post; the post's own id may exist by now. */
async function postIdOf(session: Session, id: string): Promise<string> {
  if (VideoId.safeParse(id).success) return id;
  const { postId } = PublishId.safeParse(id).success ? await readStatus(session, id) : {};
  if (postId === undefined) throw missing();
  return postId;
}

function missing(): PlatformError {
  return new PlatformError('not_found', 'TikTok shows no public post with this id.');
}
