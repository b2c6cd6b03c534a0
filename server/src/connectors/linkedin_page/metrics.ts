import type { Metrics, PublishedItem } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callLinkedIn } from '../linkedin/client.ts';
import { encodeUrn, postPath } from '../linkedin/urn.ts';
import { authorOf } from './map.ts';
import { Post, StatisticsPage } from './wire.ts';

/**
 * A post without activity has no statistics, and neither has a deleted one. So the post is read first.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  await callLinkedIn(session, 'read', { method: 'GET', path: postPath(platformId) }, Post);
  const list = platformId.startsWith('urn:li:ugcPost:') ? 'ugcPosts' : 'shares';
  const owner = encodeUrn(authorOf(session.account).urn);
  const query = `q=organizationalEntity&organizationalEntity=${owner}&${list}=List(${encodeUrn(platformId)})`;
  const request = { method: 'GET', path: '/rest/organizationalEntityShareStatistics', query } as const;
  const { value } = await callLinkedIn(session, 'read', { ...request, restMethod: 'FINDER' }, StatisticsPage);
  const counts = value.elements.find(
    ({ share, ugcPost }) => share === platformId || ugcPost === platformId,
  )?.totalShareStatistics;
  if (counts === undefined) return { likes: 0, comments: 0, shares: 0, saves: 0 };
  const { likeCount, commentCount, shareCount, ...seen } = counts;
  const extra = compact({
    impressions: seen.impressionCount,
    reach: seen.uniqueImpressionsCount,
    clicks: seen.clickCount,
  });
  return {
    likes: likeCount,
    comments: commentCount,
    shares: shareCount,
    saves: 0,
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}
