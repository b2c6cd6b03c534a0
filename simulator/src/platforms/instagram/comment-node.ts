import type { Call } from '../../core/platform.ts';
import { type NodeType, project } from '../meta/node.ts';
import { compare, nestedList } from '../meta/paging.ts';
import { graphTime } from '../meta/time.ts';
import { edgePath } from '../meta/versions.ts';
import type { CommentRow, Instagram } from './store.ts';

/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment */
export function commentType(instagram: Instagram, call: Call): NodeType<CommentRow> {
  const { store } = instagram;
  return {
    name: 'IGComment',
    defaults: ['id', 'text', 'timestamp'],
    fields: {
      id: ({ id }) => id,
      text: ({ text }) => text,
      timestamp: ({ created_at }) => graphTime(created_at),
      username: ({ username }) => username,
      from: ({ from_id, username }) => ({ id: from_id, username }),
      like_count: () => 0,
      hidden: ({ hidden }) => hidden,
      parent_id: ({ parent_id }) => parent_id ?? undefined,
      media: ({ media_id }, options) => {
        const media = store.media.get(media_id);
        const facts: Record<string, unknown> = { id: media_id, media_product_type: media?.product };
        if (media) facts.permalink = `https://www.instagram.com/p/${media.shortcode}/`;
        const names = options.fields?.map(({ name }) => name) ?? [];
        return Object.fromEntries(['id', ...names].map((name) => [name, facts[name]]));
      },
      // Only for comments of the account itself.
      user: ({ from_id, account }) => (from_id === account ? { id: from_id } : undefined),
      replies: (row, options) =>
        nestedList(
          call,
          {
            rows: repliesTo(instagram, row.id),
            direction: 'oldest first',
            map: (reply) => project(commentType(instagram, call), reply, options.fields),
            limitMax: 50,
            path: edgePath(call, row.id, 'replies'),
          },
          options,
        ),
    },
  };
}

/** Newest first. */
export function topLevelComments({ world, store }: Instagram, mediaId: string): CommentRow[] {
  const now = world.clock.now();
  return store.comments
    .where('media_id', mediaId)
    .filter(({ parent_id, visible_at }) => parent_id === null && visible_at <= now)
    .sort((a, b) => compare(b.order, a.order));
}

/** Oldest first. */
export function repliesTo({ world, store }: Instagram, commentId: string): CommentRow[] {
  const now = world.clock.now();
  return store.comments
    .where('parent_id', commentId)
    .filter(({ visible_at }) => visible_at <= now)
    .sort((a, b) => compare(a.order, b.order));
}
