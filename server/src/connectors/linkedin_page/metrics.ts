import type { Metrics, PublishedItem } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { callLinkedIn } from '../linkedin/client.ts';
import { encodeUrn, postPath } from '../linkedin/urn.ts';
import { authorOf } from './map.ts';
import { Post, StatisticsPage } from './wire.ts';

/**
 * A post that nothing happened to yet has no statistics, and nor has one that is gone; so the post is asked for first.
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
  const extra = {
    ...(seen.impressionCount === undefined ? {} : { impressions: seen.impressionCount }),
    ...(seen.uniqueImpressionsCount === undefined ? {} : { reach: seen.uniqueImpressionsCount }),
    ...(seen.clickCount === undefined ? {} : { clicks: seen.clickCount }),
  };
  return {
    likes: likeCount,
    comments: commentCount,
    shares: shareCount,
    saves: 0,
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}
