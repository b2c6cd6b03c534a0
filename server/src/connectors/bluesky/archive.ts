import type { Archive, ArchivedItem } from '../../core/analysis/archive.ts';
import { compact } from '../../lib/compact.ts';
import { callXrpc } from './client.ts';
import { permalinkOf, timeOf } from './map.ts';
import { type ArchivedPost, AuthorFeed } from './wire.ts';

const PAGE_SIZE = 100;

/** Posts and replies of the account as the network shows them. https://docs.bsky.app/docs/api/app-bsky-feed-get-author-feed */
export const archive: Archive = {
  holds: 'posts',

  async list(session, cursor) {
    const { platformId: actor } = session.account;
    const parameters = { actor, filter: 'posts_with_replies', limit: PAGE_SIZE, cursor };
    const call = { method: 'GET', name: 'app.bsky.feed.getAuthorFeed', parameters } as const;
    const page = await callXrpc(session, 'read', call, AuthorFeed);
    const own = page.feed.map(({ value }) => value.post).filter(({ author }) => author.did === actor);
    return compact({ items: own.map(toItem), cursor: page.cursor });
  },
};

function toItem(post: ArchivedPost): ArchivedItem {
  const { likeCount: likes, replyCount: comments, repostCount, quoteCount, bookmarkCount: saves } = post;
  const shares = repostCount === undefined ? undefined : repostCount + (quoteCount ?? 0);
  return compact({
    platformId: post.uri,
    text: post.record.text,
    url: permalinkOf(post.uri),
    createdAt: timeOf(post),
    metrics: compact({ likes, comments, shares, saves }),
  });
}
