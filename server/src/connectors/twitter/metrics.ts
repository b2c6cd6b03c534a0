import type { Metrics, PublishedItem } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callX, partialError, tweetPath } from './client.ts';
import { CountedTweet } from './wire.ts';

/** Counters of a post: https://docs.x.com/x-api/fundamentals/metrics. Quotes count as shares. */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const query = { 'tweet.fields': 'public_metrics' };
  const request = { method: 'GET', path: tweetPath(platformId), query } as const;
  const { data, errors } = await callX(session, 'read', request, CountedTweet);
  if (data === undefined) throw partialError(errors) ?? new PlatformError('unavailable', 'X sent no counters.');
  const counts = data.public_metrics;
  return {
    likes: counts.like_count,
    comments: counts.reply_count,
    shares: (counts.retweet_count ?? counts.repost_count ?? 0) + counts.quote_count,
    saves: counts.bookmark_count ?? 0,
    ...(counts.impression_count === undefined ? {} : { extra: { impressions: counts.impression_count } }),
  };
}
