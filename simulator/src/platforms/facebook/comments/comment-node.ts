import type { Call } from '../../../core/platform.ts';
import { type NodeType, project } from '../../meta/node.ts';
import { compare } from '../../meta/paging.ts';
import { dayMs, graphTime } from '../../meta/time.ts';
import { edgePath } from '../../meta/versions.ts';
import { countedEdge, likesEdge } from '../edges.ts';
import { scopes } from '../scopes.ts';
import { type CommentRow, type Facebook, numberOf } from '../store.ts';

/** https://developers.facebook.com/docs/graph-api/reference/comment */
export function commentType(facebook: Facebook, call: Call): NodeType<CommentRow> {
  const { world } = facebook;
  const isOwn = ({ from_id, account }: CommentRow) => from_id === account;
  const nested = ({ id }: CommentRow) => repliesTo(facebook, id);
  return {
    name: 'Comment',
    defaults: ['created_time', 'from', 'message', 'id'],
    fields: {
      id: ({ id }) => id,
      message: ({ message }) => message,
      // Only apps that may read visitors' content see the author.
      from: (row, options) => {
        if (!isOwn(row) && !call.token?.scopes.includes(scopes.userContent)) return undefined;
        const url = world.media.sample('avatar.png');
        const hasPicture = options.fields?.some(({ name }) => name === 'picture') ?? false;
        return { name: row.from_name, id: row.from_id, ...(hasPicture && { picture: { data: { url } } }) };
      },
      created_time: ({ created_at }) => graphTime(created_at),
      like_count: likeCount,
      likes: (row, options) => likesEdge(facebook, call, row, options),
      comment_count: (row) => nested(row).length,
      is_hidden: ({ is_hidden }) => is_hidden,
      is_private: () => false,
      can_comment: () => true,
      can_hide: (row) => !isOwn(row),
      can_remove: () => true,
      can_like: () => true,
      can_reply_privately: (row) => canReplyPrivately(row, world.clock.now()),
      user_likes: ({ is_liked_by_page }) => is_liked_by_page,
      parent: ({ parent_id }) => (parent_id === null ? undefined : { id: parent_id }),
      object: ({ post_id }) => ({ id: post_id }),
      attachment: ({ attachment_url: url }) =>
        url === null ? undefined : { media: { image: { height: 720, src: url, width: 720 } }, type: 'photo', url },
      permalink_url: ({ account, post_id, id }) =>
        `https://www.facebook.com/${account}/posts/${numberOf(post_id)}/?comment_id=${numberOf(id)}`,
      message_tags: () => undefined,
      comments: (row, options) =>
        countedEdge(
          call,
          {
            rows: nested(row),
            direction: 'oldest first',
            map: (reply) => project(commentType(facebook, call), reply, options.fields),
            limitMax: 100,
            path: edgePath(call, row.id, 'comments'),
          },
          options,
          { order: 'chronological', total_count: nested(row).length, can_comment: true },
        ),
    },
  };
}

function likeCount({ liked_by, is_liked_by_page }: CommentRow): number {
  return liked_by.length + (is_liked_by_page ? 1 : 0);
}

/** Once for a comment of somebody else, for seven days. */
export function canReplyPrivately(
  { from_id, account, private_reply_id, created_at }: CommentRow,
  now: number,
): boolean {
  return from_id !== account && private_reply_id === null && now - created_at <= 7 * dayMs;
}

export function commentSummary(facebook: Facebook, postId: string): Record<string, unknown> {
  const total_count = visible(facebook, facebook.store.comments.where('post_id', postId)).length;
  return { order: 'chronological', total_count, can_comment: true };
}

/** Oldest first. */
export function topLevelComments(facebook: Facebook, postId: string): CommentRow[] {
  return allComments(facebook, postId).filter(({ parent_id }) => parent_id === null);
}

/** Every level in one list, oldest first. */
export function allComments(facebook: Facebook, postId: string): CommentRow[] {
  return visible(facebook, facebook.store.comments.where('post_id', postId));
}

export function repliesTo(facebook: Facebook, commentId: string): CommentRow[] {
  return visible(facebook, facebook.store.comments.where('parent_id', commentId));
}

function visible({ world }: Facebook, rows: CommentRow[]): CommentRow[] {
  const now = world.clock.now();
  return rows.filter(({ visible_at }) => visible_at <= now).sort((a, b) => compare(a.order, b.order));
}
