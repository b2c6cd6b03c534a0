import type { AccountMetrics, DailyMetrics, Metrics } from '../../core/analytics/metrics.ts';
import type { PublishedItem } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { askMetrics, byDay, dailyInsights, insights, secondsOfDays } from '../shared/meta/insights.ts';
import { sumOf } from '../shared/sum-of.ts';
import { call } from './client.ts';
import { anyMedia } from './wire.ts';

const NAMES = {
  views: 'views',
  likes: 'likes',
  replies: 'comments',
  reposts: 'shares',
  quotes: 'shares',
  shares: 'shares',
} as const;

/**
 * Threads has counters in insights only. Reposts, quotes and shares all count as shares.
 * https://developers.facebook.com/docs/threads/insights
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  // Without this read, a missing post would look like a post without readable insights.
  await call(session, { method: 'GET', path: [platformId], query: { fields: 'id' }, response: anyMedia });
  const responses = await askMetrics(NAMES, (metric) =>
    call(session, { method: 'GET', path: [platformId, 'insights'], query: { metric }, response: insights }),
  );
  const values = new Map(responses.flatMap((answer) => [...answer]));
  return compact({
    views: values.get('views'),
    likes: values.get('likes'),
    comments: values.get('replies'),
    shares: sumOf(values.get('reposts'), values.get('quotes'), values.get('shares')),
  });
}

/** https://developers.facebook.com/docs/threads/insights. Accounts without `threads_manage_insights` have no counters. */
export async function accountMetrics(session: Session): Promise<AccountMetrics> {
  const path = [session.account.platformId, 'threads_insights'];
  const responses = await askMetrics({ followers_count: 'followers' }, (metric) =>
    call(session, { method: 'GET', path, query: { metric }, response: insights }),
  );
  return compact({ followers: responses[0]?.get('followers_count') });
}

/** Views alone are told by day. */
const BY_DAY = { views: 'views' } as const;

export const dailyMetrics: DailyMetrics = {
  daysBack: 89,
  async read(session, from, to) {
    const path = [session.account.platformId, 'threads_insights'];
    const query = secondsOfDays(from, to, session.now());
    const responses = await askMetrics(BY_DAY, (metric) =>
      call(session, { method: 'GET', path, query: { ...query, metric }, response: dailyInsights }),
    );
    return byDay(BY_DAY, responses);
  },
};
