import type { CommentView, PostView } from '../../core/page/views.ts';
import type { Account } from '../../core/world/world.ts';
import { compare } from '../meta/paging.ts';
import { permalink } from './post-node.ts';
import type { PostRow, Threads } from './store.ts';

/** For the simulator's page: own posts with everything under them, also what the API still hides. */
export function postViews({ world, store }: Threads, { platform_id }: Account): PostView[] {
  return store.posts
    .where('account', platform_id)
    .filter((row) => row.author_id === platform_id && row.parent === null && row.reply_to === null)
    .sort((a, b) => compare(b.order, a.order))
    .slice(0, 50)
    .map((post) => ({
      platform_id: post.id,
      text: post.text,
      at: world.clock.iso(post.created_at),
      media: itemsOf(store.posts, post).map(({ media_type, url, alt_text }) => ({
        type: media_type === 'VIDEO' ? 'video' : 'image',
        url,
        ...(alt_text !== null && { alt: alt_text }),
      })),
      url: permalink(post),
      comments: store.posts.where('root', post.id).map((row) => commentView(world.clock.iso(row.created_at), row)),
    }));
}

function itemsOf(posts: Threads['store']['posts'], post: PostRow): PostRow[] {
  const items = post.children.length === 0 ? [post] : post.children.flatMap((id) => posts.get(id) ?? []);
  return items.filter(({ url }) => url !== '');
}

function commentView(at: string, row: PostRow): CommentView {
  return {
    platform_id: row.id,
    parent_id: row.reply_to === row.root ? null : row.reply_to,
    author: row.username,
    own: row.author_id === row.account,
    text: row.text,
    at,
    hidden: row.hide_status === 'HIDDEN',
  };
}
