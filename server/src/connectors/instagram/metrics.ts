import type { AccountMetrics, DailyMetrics, Metrics } from '../../core/analytics/metrics.ts';
import type { PublishedItem } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { askMetrics, byDay, dailyInsights, insights, secondsOfDays } from '../shared/meta/insights.ts';
import { readProfile } from './auth.ts';
import { call } from './client.ts';
import { COUNT_FIELDS, countedMedia } from './wire.ts';

/**
 * The counters of a post, with further counters from its insights. Insights are best effort: they need a permission and
 * an audience, and may take two days.
 * https://developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const query = { fields: COUNT_FIELDS };
  const media = await call(session, { method: 'GET', path: [platformId], query, response: countedMedia });
  const names = media.media_product_type === 'STORY' ? 'shares,views,reach' : 'likes,saved,shares,views,reach';
  const values = await insightsOf(session, platformId, names);
  return compact({
    views: values.get('views'),
    reach: values.get('reach'),
    // Instagram omits the number where the owner hides it from others; the insights still have it.
    likes: media.like_count ?? values.get('likes'),
    comments: media.comments_count,
    shares: values.get('shares'),
    saves: values.get('saved'),
  });
}

async function insightsOf(session: Session, id: string, metric: string): Promise<ReadonlyMap<string, number>> {
  try {
    const request = { method: 'GET', path: [id, 'insights'], query: { metric }, response: insights } as const;
    return await call(session, request);
  } catch (error) {
    if (error instanceof PlatformError) return new Map();
    throw error;
  }
}

export async function accountMetrics(session: Session): Promise<AccountMetrics> {
  const { followers_count, follows_count, media_count } = await readProfile(session);
  return compact({ followers: followers_count, following: follows_count, posts: media_count });
}

/** The only metric that Instagram still counts by day. */
const BY_DAY = { reach: 'reach' } as const;

/** At most 30 days in one call. https://developers.facebook.com/docs/instagram-platform/api-reference/instagram-user/insights */
export const dailyMetrics: DailyMetrics = {
  daysBack: 28,
  async read(session, from, to) {
    const path = [session.account.platformId, 'insights'];
    const query = { period: 'day', metric_type: 'time_series', ...secondsOfDays(from, to, session.now()) };
    const responses = await askMetrics(BY_DAY, (metric) =>
      call(session, { method: 'GET', path, query: { ...query, metric }, response: dailyInsights }),
    );
    return byDay(BY_DAY, responses);
  },
};
