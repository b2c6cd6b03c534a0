import { z } from 'zod';
import type { Metrics } from '../../core/analytics/metrics.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callLinkedIn } from '../linkedin/client.ts';
import { encodeUrn } from '../linkedin/urn.ts';
import { metricCount } from '../shared/call-platform.ts';
import { authorOf } from './map.ts';
import { type Statistics, StatisticsPage } from './wire.ts';

const FollowerCount = z.object({ firstDegreeSize: metricCount });

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-lookup-api#retrieve-organization-follower-count */
export async function followersOf(session: Session): Promise<number> {
  const query = 'edgeType=COMPANY_FOLLOWED_BY_MEMBER';
  const path = `/rest/networkSizes/${encodeUrn(authorOf(session.account).urn)}`;
  return (await callLinkedIn(session, 'read', { method: 'GET', path, query }, FollowerCount)).value.firstDegreeSize;
}

/**
 * Statistics of the page's posts. Posts without any activity are omitted.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics
 */
export async function statistics(session: Session, filter: string): Promise<Statistics[]> {
  const owner = `q=organizationalEntity&organizationalEntity=${encodeUrn(authorOf(session.account).urn)}`;
  const query = `${owner}&${filter}`;
  const request = { method: 'GET', path: '/rest/organizationalEntityShareStatistics', query } as const;
  return (await callLinkedIn(session, 'read', { ...request, restMethod: 'FINDER' }, StatisticsPage)).value.elements;
}

const KINDS = { shares: 'urn:li:share:', ugcPosts: 'urn:li:ugcPost:' } as const;

/** The numbers of posts with any activity, by their id. */
export async function statisticsOf(
  session: Session,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, Metrics>> {
  const found = new Map<string, Metrics>();
  for (const [list, prefix] of Object.entries(KINDS)) {
    const ids = postIds.filter((id) => id.startsWith(prefix));
    const counted = ids.length === 0 ? [] : await statistics(session, `${list}=List(${ids.map(encodeUrn).join(',')})`);
    for (const one of counted) {
      const id = one.share ?? one.ugcPost;
      if (id !== undefined) found.set(id, toMetrics(one));
    }
  }
  return found;
}

function toMetrics({ totalShareStatistics: counts }: Statistics): Metrics {
  return compact({
    impressions: counts.impressionCount,
    reach: counts.uniqueImpressionsCount,
    likes: counts.likeCount,
    comments: counts.commentCount,
    shares: counts.shareCount,
    clicks: counts.clickCount,
  });
}
