import type { CommentView, PostView } from '../../core/page/views.ts';
import type { Account } from '../../core/world/world.ts';
import { compare } from '../meta/paging.ts';
import { permalink } from './media-node.ts';
import type { CommentRow, Instagram, MediaRow } from './store.ts';

/** For the simulator's page: posts, reels and stories, also those that the API still hides. */
export function postViews(instagram: Instagram, { platform_id }: Account): PostView[] {
  const { world, store } = instagram;
  return store.media
    .where('account', platform_id)
    .filter(({ parent }) => parent === null)
    .sort((a, b) => compare(b.order, a.order))
    .slice(0, 50)
    .map((post) => ({
      platform_id: post.id,
      text: post.caption,
      at: world.clock.iso(post.created_at),
      media: itemsOf(instagram, post).map(({ media_type, url, alt_text }) => ({
        type: media_type === 'VIDEO' ? 'video' : 'image',
        url,
        ...(alt_text !== null && { alt: alt_text }),
      })),
      url: permalink(post),
      comments: store.comments.where('media_id', post.id).map((row) => commentView(instagram, row)),
    }));
}

function itemsOf({ store }: Instagram, post: MediaRow): MediaRow[] {
  if (post.children.length === 0) return [post];
  return post.children.map((id) => store.media.get(id)).filter((child) => child !== undefined);
}

function commentView({ world }: Instagram, row: CommentRow): CommentView {
  const { id, parent_id, from_id, account, username, text, created_at, hidden } = row;
  return {
    platform_id: id,
    parent_id,
    author: username,
    own: from_id === account,
    text,
    at: world.clock.iso(created_at),
    hidden,
  };
}
