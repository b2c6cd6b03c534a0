import { z } from 'zod';
import type { PageInsights, PostInsights, Reads } from '../../core/account-abilities.ts';
import type { Session } from '../../core/session.ts';
import { callLinkedIn } from '../linkedin/client.ts';
import { toPlainText } from '../linkedin/little-text.ts';
import { encodeUrn, permalinkOf } from '../linkedin/urn.ts';
import { metricCount } from '../shared/call-platform.ts';
import { authorOf } from './map.ts';
import { Post, type Statistics, StatisticsPage } from './wire.ts';

const POSTS_MAX = 20;
const FollowerCount = z.object({ firstDegreeSize: metricCount });

export const reads: Reads = { insights };

/** The page and its newest posts with their lifetime counters. */
async function insights(session: Session): Promise<PageInsights> {
  const { urn } = authorOf(session.account);
  const posts = await newestPosts(session, urn);
  const counted = [
    ...(await statisticsOf(session, urn, 'shares', posts)),
    ...(await statisticsOf(session, urn, 'ugcPosts', posts)),
  ];
  const statisticsFor = (id: string) => counted.find(({ share, ugcPost }) => share === id || ugcPost === id);
  return {
    followerCount: await followersOf(session, urn),
    posts: posts.map((post) => toInsights(post, statisticsFor(post.id))),
  };
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-lookup-api#retrieve-organization-follower-count */
async function followersOf(session: Session, urn: string): Promise<number> {
  const query = 'edgeType=COMPANY_FOLLOWED_BY_MEMBER';
  const request = { method: 'GET', path: `/rest/networkSizes/${encodeUrn(urn)}`, query } as const;
  return (await callLinkedIn(session, 'read', request, FollowerCount)).value.firstDegreeSize;
}

async function newestPosts(session: Session, urn: string): Promise<Post[]> {
  const query = `q=author&author=${encodeUrn(urn)}&sortBy=CREATED&start=0&count=${POSTS_MAX}`;
  const request = { method: 'GET', path: '/rest/posts', query, restMethod: 'FINDER' } as const;
  const { elements } = (await callLinkedIn(session, 'read', request, z.object({ elements: z.array(Post) }))).value;
  return elements.filter(({ lifecycleState = 'PUBLISHED' }) => lifecycleState === 'PUBLISHED');
}

/**
 * Posts without any activity are omitted.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics
 */
async function statisticsOf(
  session: Session,
  urn: string,
  list: 'shares' | 'ugcPosts',
  posts: readonly Post[],
): Promise<Statistics[]> {
  const kind = list === 'shares' ? 'urn:li:share:' : 'urn:li:ugcPost:';
  const ids = posts.map(({ id }) => id).filter((id) => id.startsWith(kind));
  if (ids.length === 0) return [];
  const owner = `q=organizationalEntity&organizationalEntity=${encodeUrn(urn)}`;
  const query = `${owner}&${list}=List(${ids.map(encodeUrn).join(',')})`;
  const request = { method: 'GET', path: '/rest/organizationalEntityShareStatistics', query } as const;
  return (await callLinkedIn(session, 'read', { ...request, restMethod: 'FINDER' }, StatisticsPage)).value.elements;
}

function toInsights({ id, commentary, createdAt, publishedAt }: Post, counted: Statistics | undefined): PostInsights {
  const {
    likeCount: likes = 0,
    commentCount: comments = 0,
    shareCount: shares = 0,
    impressionCount: impressions = 0,
    uniqueImpressionsCount: uniqueViews = 0,
    clickCount: clicks = 0,
  } = counted?.totalShareStatistics ?? {};
  return {
    platformId: id,
    text: toPlainText(commentary),
    permalink: permalinkOf(id),
    createdAt: publishedAt ?? createdAt,
    impressions,
    uniqueViews,
    likes,
    comments,
    shares,
    clicks,
    engagementRate: impressions === 0 ? 0 : (likes + comments + shares + clicks) / impressions,
  };
}
