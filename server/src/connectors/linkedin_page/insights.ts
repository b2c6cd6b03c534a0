import { z } from 'zod';
import type { PageInsights, PostInsights, Reads } from '../../core/account-abilities.ts';
import type { Metrics } from '../../core/analytics/metrics.ts';
import type { Session } from '../../core/session.ts';
import { callLinkedIn } from '../linkedin/client.ts';
import { toPlainText } from '../linkedin/little-text.ts';
import { encodeUrn, permalinkOf } from '../linkedin/urn.ts';
import { authorOf } from './map.ts';
import { followersOf, statisticsOf } from './statistics.ts';
import { Post } from './wire.ts';

const POSTS_MAX = 20;

export const reads: Reads = { insights };

/** The page and its newest posts with their lifetime counters. */
async function insights(session: Session): Promise<PageInsights> {
  const posts = await newestPosts(session, authorOf(session.account).urn);
  const counted = await statisticsOf(
    session,
    posts.map(({ id }) => id),
  );
  return {
    followerCount: await followersOf(session),
    posts: posts.map((post) => toInsights(post, counted.get(post.id) ?? {})),
  };
}

async function newestPosts(session: Session, urn: string): Promise<Post[]> {
  const query = `q=author&author=${encodeUrn(urn)}&sortBy=CREATED&start=0&count=${POSTS_MAX}`;
  const request = { method: 'GET', path: '/rest/posts', query, restMethod: 'FINDER' } as const;
  const { elements } = (await callLinkedIn(session, 'read', request, z.object({ elements: z.array(Post) }))).value;
  return elements.filter(({ lifecycleState = 'PUBLISHED' }) => lifecycleState === 'PUBLISHED');
}

function toInsights({ id, commentary, createdAt, publishedAt }: Post, counted: Metrics): PostInsights {
  const { likes = 0, comments = 0, shares = 0, impressions = 0, reach: uniqueViews = 0, clicks = 0 } = counted;
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
