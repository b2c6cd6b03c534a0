import type { AccountMetrics, Metrics, PostsMetrics } from '../../core/analytics/metrics.ts';
import type { PublishedItem } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { sumOf } from '../shared/sum-of.ts';
import { callX, partialError, tweetPath } from './client.ts';
import { type CountedTweet, CountedTweets, CountedUser, OneCountedTweet } from './wire.ts';

/** Counters of a post: https://docs.x.com/x-api/fundamentals/metrics. Quotes count as shares. */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const query = { 'tweet.fields': 'public_metrics' };
  const request = { method: 'GET', path: tweetPath(platformId), query } as const;
  const { data, errors } = await callX(session, 'read', request, OneCountedTweet);
  if (data === undefined) throw partialError(errors) ?? new PlatformError('unavailable', 'X sent no counters.');
  return toMetrics(data.public_metrics);
}

/** https://docs.x.com/x-api/posts/get-posts-by-ids: deleted and hidden posts are missing. */
export const postsMetrics: PostsMetrics = {
  max: 100,
  async read(session, ids) {
    const query = { ids: ids.join(','), 'tweet.fields': 'public_metrics' };
    const { data } = await callX(session, 'read', { method: 'GET', path: '/2/tweets', query }, CountedTweets);
    return new Map((data ?? []).map(({ value }) => [value.id, toMetrics(value.public_metrics)]));
  },
};

export function toMetrics(counts: CountedTweet['public_metrics']): Metrics {
  return compact({
    impressions: counts.impression_count,
    likes: counts.like_count,
    comments: counts.reply_count,
    shares: sumOf(counts.retweet_count ?? counts.repost_count, counts.quote_count),
    saves: counts.bookmark_count,
  });
}

export async function accountMetrics(session: Session): Promise<AccountMetrics> {
  const query = { 'user.fields': 'public_metrics' };
  const { data } = await callX(session, 'read', { method: 'GET', path: '/2/users/me', query }, CountedUser);
  const { followers_count, following_count, tweet_count } = data.public_metrics;
  return compact({ followers: followers_count, following: following_count, posts: tweet_count });
}
