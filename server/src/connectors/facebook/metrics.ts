import type { Metrics, PublishedItem } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { call } from './client.ts';
import { counts, POST_COUNTS, VIDEO_COUNTS } from './wire.ts';

/**
 * Counters of a post. A reel, whose id is that of a video, has views in place of shares. Further counters need
 * `read_insights`. https://developers.facebook.com/docs/graph-api/reference/page-post
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const query = { fields: platformId.includes('_') ? POST_COUNTS : VIDEO_COUNTS };
  const post = await call(session, { method: 'GET', path: [platformId], query, response: counts });
  return compact({
    likes: post.likes.summary.total_count,
    comments: post.comments.summary.total_count,
    shares: post.shares?.count ?? 0,
    saves: 0,
    extra: post.views === undefined ? undefined : { views: post.views },
  });
}
