import type { CommentView, PostView } from '../../core/page/views.ts';
import type { Account } from '../../core/world/world.ts';
import { nameOf } from './people/people.ts';
import { ownPosts } from './people/visitors.ts';
import { type LinkedIn, type PostRow, urnOf } from './store.ts';

const postsMax = 50;

/** The view of the simulator's page. */
export function postViews(linkedin: LinkedIn, account: Account): PostView[] {
  return ownPosts(linkedin, account.platform_id)
    .slice(0, postsMax)
    .map((row) => ({
      platform_id: row.id,
      text: row.text,
      at: linkedin.world.clock.iso(row.created_at),
      media: row.media.map(({ type, url, alt }) => ({ type, url, alt })),
      url: `https://www.linkedin.com/feed/update/${row.id}/`,
      comments: commentViews(linkedin, account, row),
    }));
}

function commentViews(linkedin: LinkedIn, { platform_id }: Account, post: PostRow): CommentView[] {
  const own = urnOf(linkedin.kind, platform_id);
  return linkedin.store.comments.where('post', post.id).map((row) => ({
    platform_id: row.urn,
    parent_id: row.parent === '' ? null : row.parent,
    author: nameOf(linkedin, row.actor),
    own: row.actor === own,
    text: row.text,
    at: linkedin.world.clock.iso(row.created_at),
  }));
}
