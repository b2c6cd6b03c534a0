import type { AccountMetrics, Metrics, PostsMetrics } from '../../core/analytics/metrics.ts';
import type { PublishedItem } from '../../core/connector.ts';
import { PlatformError, unless } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callTikTok } from './client.ts';
import { readStatus } from './status.ts';
import { readUser } from './user.ts';
import { COUNTED_FIELDS, CountedVideos, PublishId, VideoId } from './wire.ts';

/**
 * Counters of public posts; the API has none of other posts.
 * https://developers.tiktok.com/doc/tiktok-api-v2-video-query
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const id = await postIdOf(session, platformId);
  const found = (await query(session, [id])).get(id);
  if (found === undefined) throw missing();
  return found;
}

/** https://developers.tiktok.com/doc/tiktok-api-v2-video-query */
async function query(session: Session, ids: readonly string[]): Promise<ReadonlyMap<string, Metrics>> {
  if (ids.length === 0) return new Map();
  const json = { filters: { video_ids: ids } };
  const request = { method: 'POST', path: '/video/query/', query: { fields: COUNTED_FIELDS }, json } as const;
  const { videos } = await callTikTok(session, 'read', request, CountedVideos);
  return new Map(
    videos.map(({ id, like_count: likes, comment_count: comments, share_count: shares, view_count: views }) => [
      id,
      compact({ views, likes, comments, shares }),
    ]),
  );
}

/** A publish id stands for the post until its own id exists, so it is asked for by itself. */
export const postsMetrics: PostsMetrics = {
  max: 20,
  async read(session, ids) {
    const isVideo = (id: string) => VideoId.safeParse(id).success;
    const found = new Map(await query(session, ids.filter(isVideo)));
    for (const id of ids.filter((one) => !isVideo(one))) {
      const one = await metrics(session, { platformId: id }).catch(unless('not_found'));
      if (one !== undefined) found.set(id, one);
    }
    return found;
  },
};

export async function accountMetrics(session: Session): Promise<AccountMetrics> {
  const { follower_count, following_count, likes_count, video_count } = await readUser(session);
  return compact({ followers: follower_count, following: following_count, likes: likes_count, posts: video_count });
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
