import type { AccountMetrics, Metrics, PostsMetrics } from '../../core/analytics/metrics.ts';
import type { PublishedItem } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { sumOf } from '../shared/sum-of.ts';
import { callXrpc } from './client.ts';
import { addressOf, missing } from './record/refs.ts';
import { CountedPosts, CountedProfile } from './wire.ts';

/** Counters of a post: https://docs.bsky.app/docs/api/app-bsky-feed-get-posts. Quotes count as shares. */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  addressOf(platformId);
  const found = (await read(session, [platformId])).get(platformId);
  if (found === undefined) throw missing();
  return found;
}

export const postsMetrics: PostsMetrics = { max: 25, read };

async function read(session: Session, uris: readonly string[]): Promise<ReadonlyMap<string, Metrics>> {
  const call = { method: 'GET', name: 'app.bsky.feed.getPosts', parameters: { uris } } as const;
  const { posts } = await callXrpc(session, 'read', call, CountedPosts);
  return new Map(
    posts.map(({ uri, likeCount, replyCount, repostCount, quoteCount, bookmarkCount }) => [
      uri,
      compact({ likes: likeCount, comments: replyCount, shares: sumOf(repostCount, quoteCount), saves: bookmarkCount }),
    ]),
  );
}

/** https://docs.bsky.app/docs/api/app-bsky-actor-get-profile */
export async function accountMetrics(session: Session): Promise<AccountMetrics> {
  const parameters = { actor: session.account.platformId };
  const call = { method: 'GET', name: 'app.bsky.actor.getProfile', parameters } as const;
  const { followersCount, followsCount, postsCount } = await callXrpc(session, 'read', call, CountedProfile);
  return compact({ followers: followersCount, following: followsCount, posts: postsCount });
}
