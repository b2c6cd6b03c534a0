import type { AccountMetrics, DailyMetrics, DayMetrics, Metrics, PostsMetrics } from '../../core/analytics/metrics.ts';
import type { PublishedItem } from '../../core/connector.ts';
import { unless } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callLinkedIn } from '../linkedin/client.ts';
import { encodeUrn, postPath } from '../linkedin/urn.ts';
import { sumOf } from '../shared/sum-of.ts';
import { authorOf } from './map.ts';
import { followersOf, statistics, statisticsOf } from './statistics.ts';
import { FollowerGains, Post, type Statistics } from './wire.ts';

/** A post without activity has no statistics, and neither has a deleted one. So the post is read first. */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  await callLinkedIn(session, 'read', { method: 'GET', path: postPath(platformId) }, Post);
  const counted = await statisticsOf(session, [platformId]);
  return counted.get(platformId) ?? { likes: 0, comments: 0, shares: 0 };
}

/** Posts without statistics are asked for by themselves: they may be deleted. */
export const postsMetrics: PostsMetrics = {
  max: 20,
  async read(session, ids) {
    const found = new Map(await statisticsOf(session, ids));
    for (const platformId of ids.filter((id) => !found.has(id))) {
      const one = await metrics(session, { platformId }).catch(unless('not_found'));
      if (one !== undefined) found.set(platformId, one);
    }
    return found;
  },
};

export async function accountMetrics(session: Session): Promise<AccountMetrics> {
  return compact({ followers: await followersOf(session) });
}

const DAY_MS = 24 * 3600_000;

/**
 * Days of UTC, twelve months back.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/follower-statistics
 */
export const dailyMetrics: DailyMetrics = {
  daysBack: 89,
  async read(session, from, to) {
    const [start, end] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`) + DAY_MS];
    const interval = `timeIntervals=(timeRange:(start:${start},end:${end}),timeGranularityType:DAY)`;
    const counted = await statistics(session, interval);
    const { urn } = authorOf(session.account);
    const query = `q=organizationalEntity&organizationalEntity=${encodeUrn(urn)}&${interval}`;
    const request = { method: 'GET', path: '/rest/organizationalEntityFollowerStatistics', query } as const;
    const gains = (await callLinkedIn(session, 'read', { ...request, restMethod: 'FINDER' }, FollowerGains)).value;
    const gainOf = new Map(
      gains.elements.map(({ timeRange, followerGains: { organicFollowerGain, paidFollowerGain } }) => [
        timeRange?.start.getTime(),
        sumOf(organicFollowerGain, paidFollowerGain),
      ]),
    );
    return counted.flatMap((day) => toDay(day, gainOf.get(day.timeRange?.start.getTime())));
  },
};

function toDay({ timeRange, totalShareStatistics: counts }: Statistics, change: number | undefined): DayMetrics[] {
  if (timeRange === undefined) return [];
  const metrics = compact({
    follower_change: change,
    impressions: counts.impressionCount,
    likes: counts.likeCount,
    comments: counts.commentCount,
    shares: counts.shareCount,
    clicks: counts.clickCount,
    reach: counts.uniqueImpressionsCount,
  });
  return [{ day: timeRange.start.toISOString().slice(0, 10), metrics }];
}
