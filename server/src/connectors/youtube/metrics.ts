import type { Metrics, PublishedItem } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callYoutube, noVideo, videoId } from './client.ts';
import { StatisticsList } from './wire.ts';

/**
 * Counters of a video. Only YouTube Analytics has shares. Hidden likes and closed comments have no number.
 * https://developers.google.com/youtube/v3/docs/videos#statistics
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const query = { part: 'statistics', id: videoId(platformId) };
  const request = { method: 'GET', path: '/youtube/v3/videos', query } as const;
  const { value } = await callYoutube(session, 'read', request, StatisticsList);
  const statistics = value.items.find(({ id }) => id === platformId)?.statistics;
  if (statistics === undefined) throw noVideo();
  const { viewCount, likeCount = 0, commentCount = 0 } = statistics;
  return compact({
    likes: likeCount,
    comments: commentCount,
    shares: 0,
    saves: 0,
    extra: viewCount === undefined ? undefined : { views: viewCount },
  });
}
