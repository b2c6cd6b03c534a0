import type { AccountMetrics, Metrics, PostsMetrics } from '../../core/analytics/metrics.ts';
import type { PublishedItem } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { readChannel } from './channel.ts';
import { callYoutube, noVideo, videoId } from './client.ts';
import { toSummary } from './map.ts';
import { StatisticsList } from './wire.ts';

/**
 * Counters of a video. Only YouTube Analytics has shares. Hidden likes and closed comments have no number.
 * https://developers.google.com/youtube/v3/docs/videos#statistics
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const found = (await read(session, [videoId(platformId)])).get(platformId);
  if (found === undefined) throw noVideo();
  return found;
}

export const postsMetrics: PostsMetrics = { max: 50, read };

/** One unit of the day's quota for 50 videos. */
async function read(session: Session, ids: readonly string[]): Promise<ReadonlyMap<string, Metrics>> {
  const query = { part: 'statistics', id: ids.join(',') };
  const request = { method: 'GET', path: '/youtube/v3/videos', query } as const;
  const { value } = await callYoutube(session, 'read', request, StatisticsList);
  return new Map(
    value.items.map(({ id, statistics: { viewCount, likeCount, commentCount } }) => [
      id,
      compact({ views: viewCount, likes: likeCount, comments: commentCount }),
    ]),
  );
}

export async function accountMetrics(session: Session): Promise<AccountMetrics> {
  const { followers, posts, views } = toSummary(await readChannel(session)).counts;
  return compact({ followers, posts, views });
}
