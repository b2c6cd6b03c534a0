import type { Metrics, PublishedItem } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { callXrpc } from './client.ts';
import { addressOf, missing } from './refs.ts';
import { CountedPosts } from './wire.ts';

/** Counters of a post: https://docs.bsky.app/docs/api/app-bsky-feed-get-posts. Quotes count as shares. */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  addressOf(platformId);
  const call = { method: 'GET', name: 'app.bsky.feed.getPosts', parameters: { uris: [platformId] } } as const;
  const { posts } = await callXrpc(session, 'read', call, CountedPosts);
  const post = posts.find(({ uri }) => uri === platformId);
  if (post === undefined) throw missing();
  return {
    likes: post.likeCount,
    comments: post.replyCount,
    shares: post.repostCount + (post.quoteCount ?? 0),
    saves: post.bookmarkCount ?? 0,
  };
}
