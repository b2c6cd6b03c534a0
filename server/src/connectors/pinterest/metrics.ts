import type { AccountMetrics, DailyMetrics, Metrics } from '../../core/analytics/metrics.ts';
import type { PublishedItem } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { sumOf } from '../shared/sum-of.ts';
import { callPinterest, pinPath } from './client.ts';
import { AccountAnalytics, CountedAccount, PinAnalytics } from './wire.ts';

const DAYS_BACK = 89;
const DAY_MS = 24 * 3600_000;
const BY_DAY = 'IMPRESSION,SAVE,PIN_CLICK,OUTBOUND_CLICK';

/**
 * The counters of a pin. Pinterest counts impressions, saves and clicks by day only, 90 days back: for older pins those
 * are not told. https://developers.pinterest.com/docs/api/v5/pins-analytics
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const now = session.now().getTime();
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const query = {
    start_date: day(now - DAYS_BACK * DAY_MS),
    end_date: day(now),
    metric_types: `${BY_DAY},TOTAL_COMMENTS,TOTAL_REACTIONS`,
  };
  const path = `${pinPath(platformId)}/analytics`;
  const { all } = (await callPinterest(session, 'read', { method: 'GET', path, query }, PinAnalytics)).value;
  const { IMPRESSION, SAVE, PIN_CLICK, OUTBOUND_CLICK } = all.summary_metrics ?? {};
  const { TOTAL_COMMENTS, TOTAL_REACTIONS } = all.lifetime_metrics ?? {};
  return compact({
    impressions: IMPRESSION,
    likes: TOTAL_REACTIONS,
    comments: TOTAL_COMMENTS,
    saves: SAVE,
    clicks: sumOf(PIN_CLICK, OUTBOUND_CLICK),
  });
}

export async function accountMetrics(session: Session): Promise<AccountMetrics> {
  const request = { method: 'GET', path: '/user_account' } as const;
  const { follower_count, following_count, pin_count } = (await callPinterest(session, 'read', request, CountedAccount))
    .value;
  return compact({ followers: follower_count, following: following_count, posts: pin_count });
}

/** https://developers.pinterest.com/docs/api/v5/user_account-analytics. Days of UTC. */
export const dailyMetrics: DailyMetrics = {
  daysBack: DAYS_BACK,
  async read(session, from, to) {
    const query = { start_date: from, end_date: to, metric_types: BY_DAY };
    const request = { method: 'GET', path: '/user_account/analytics', query } as const;
    const { all } = (await callPinterest(session, 'read', request, AccountAnalytics)).value;
    return all.daily_metrics.map(({ value: { date, metrics: told } }) => ({
      day: date,
      metrics: compact({
        impressions: told.IMPRESSION,
        saves: told.SAVE,
        clicks: sumOf(told.PIN_CLICK, told.OUTBOUND_CLICK),
      }),
    }));
  },
};
