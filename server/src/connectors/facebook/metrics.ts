import type { AccountMetrics, DailyMetrics, Metrics } from '../../core/analytics/metrics.ts';
import type { PublishedItem } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { askMetrics, byDay, dailyInsights, inOurWords, insights, secondsOfDays } from '../shared/meta/insights.ts';
import { call } from './client.ts';
import { countedPage, counts, POST_COUNTS, VIDEO_COUNTS } from './wire.ts';

/** https://developers.facebook.com/docs/graph-api/reference/insights, after the removals of 2025 and 2026. */
const POST_INSIGHTS = {
  post_media_view: 'views',
  post_total_media_view_unique: 'reach',
  post_clicks: 'clicks',
} as const;

/**
 * Counters of a post. A reel, whose id is that of a video, has views in place of shares. Insights are best effort: they
 * need `read_insights`. https://developers.facebook.com/docs/graph-api/reference/page-post
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const isPost = platformId.includes('_');
  const query = { fields: isPost ? POST_COUNTS : VIDEO_COUNTS };
  const post = await call(session, { method: 'GET', path: [platformId], query, response: counts });
  const seen = isPost ? await insightsOf(session, platformId) : { views: post.views };
  return compact({
    ...seen,
    likes: post.likes?.summary.total_count,
    comments: post.comments?.summary.total_count,
    // Facebook omits the number while there are none.
    shares: isPost ? (post.shares?.count ?? 0) : undefined,
  });
}

async function insightsOf(session: Session, id: string): Promise<Metrics> {
  const responses = await askMetrics(POST_INSIGHTS, (metric) =>
    call(session, { method: 'GET', path: [id, 'insights'], query: { metric }, response: insights }),
  ).catch(unlessRejected);
  return inOurWords(POST_INSIGHTS, responses);
}

/** The counters come without the insights. */
function unlessRejected(error: unknown): [] {
  if (error instanceof PlatformError) return [];
  throw error;
}

export async function accountMetrics(session: Session): Promise<AccountMetrics> {
  const query = { fields: 'id,followers_count' };
  const path = [session.account.platformId];
  const page = await call(session, { method: 'GET', path, query, response: countedPage });
  return compact({ followers: page.followers_count });
}

const PAGE_INSIGHTS = {
  page_media_view: 'views',
  page_total_media_view_unique: 'reach',
} as const;

/** At most 90 days in one call; a Page with fewer than 100 followers has none. */
export const dailyMetrics: DailyMetrics = {
  daysBack: 89,
  async read(session, from, to) {
    const path = [session.account.platformId, 'insights'];
    const query = { period: 'day', ...secondsOfDays(from, to, session.now()) };
    const responses = await askMetrics(PAGE_INSIGHTS, (metric) =>
      call(session, { method: 'GET', path, query: { ...query, metric }, response: dailyInsights }),
    );
    return byDay(PAGE_INSIGHTS, responses);
  },
};
