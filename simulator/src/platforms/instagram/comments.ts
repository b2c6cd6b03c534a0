import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { GraphError, invalidParameter, missingParameter, requireScope, unsupported } from '../meta/errors.ts';
import { booleanInput } from '../meta/input.ts';
import { project, requestedFields } from '../meta/node.ts';
import { listResponse } from '../meta/paging.ts';
import { edgePath } from '../meta/versions.ts';
import { nodeOf } from './access.ts';
import { commentType, repliesTo, topLevelComments } from './comment-node.ts';
import { scopes } from './scopes.ts';
import type { CommentRow, Instagram } from './store.ts';
import { sendCommentCallback } from './webhooks.ts';

const textMax = 2200;

/** `GET /{media}/comments`: top-level ones, newest first, at most 50 a page. */
export function listComments(instagram: Instagram, call: Call): PlatformResponse {
  const { row } = nodeOf(instagram, call, 'media');
  requireScope(call, scopes.comments);
  return commentList(instagram, call, topLevelComments(instagram, row.id), {
    direction: 'newest first',
    path: edgePath(call, row.id, 'comments'),
  });
}

/** `GET /{comment}/replies`, oldest first. */
export function listReplies(instagram: Instagram, call: Call): PlatformResponse {
  const { row } = nodeOf(instagram, call, 'comment');
  requireScope(call, scopes.comments);
  return commentList(instagram, call, repliesTo(instagram, row.id), {
    direction: 'oldest first',
    path: edgePath(call, row.id, 'replies'),
  });
}

function commentList(
  instagram: Instagram,
  call: Call,
  rows: CommentRow[],
  { direction, path }: { direction: 'newest first' | 'oldest first'; path: string },
): PlatformResponse {
  const choices = requestedFields(call);
  const type = commentType(instagram, call);
  return json(listResponse(call, { rows, direction, map: (row) => project(type, row, choices), limitMax: 50, path }));
}

export function readComment(instagram: Instagram, call: Call, row: CommentRow): PlatformResponse {
  requireScope(call, scopes.comments);
  return json(project(commentType(instagram, call), row, requestedFields(call)));
}

/** `POST /{media}/comments`. */
export function createComment(instagram: Instagram, call: Call): PlatformResponse {
  const { row: media } = nodeOf(instagram, call, 'media');
  requireScope(call, scopes.comments);
  if (media.parent !== null) throw unsupported(call.method, media.id);
  return writeComment(instagram, call, { media_id: media.id, parent_id: null, answered: media.id });
}

/** `POST /{comment}/replies`: a reply to a reply is attached to its parent; hidden comments cannot be replied to. */
export function createReply(instagram: Instagram, call: Call): PlatformResponse {
  const { row: comment } = nodeOf(instagram, call, 'comment');
  requireScope(call, scopes.comments);
  if (comment.hidden) throw invalidParameter('Cannot reply to a hidden comment');
  const parent_id = comment.parent_id ?? comment.id;
  return writeComment(instagram, call, { media_id: comment.media_id, parent_id, answered: comment.id });
}

export function writeComment(
  instagram: Instagram,
  call: Call,
  place: { media_id: string; parent_id: string | null; answered: string },
): PlatformResponse {
  const { store } = instagram;
  const account = call.account as Account;
  const text = call.input('message') ?? '';
  if (text.trim() === '') throw missingParameter('message');
  if ([...text].length > textMax) throw invalidParameter(`Param message must be at most ${textMax} characters long`);
  if (store.media.get(place.media_id)?.comments_enabled === false)
    throw new GraphError({ message: '(#10) Comments are turned off for this media', code: 10 });

  const { id } = call.effect(() => {
    const row = newComment(instagram, {
      account: account.platform_id,
      media_id: place.media_id,
      parent_id: place.parent_id,
      from_id: account.platform_id,
      username: account.username,
      text,
      visible_at: call.visibleAt(),
    });
    store.comments.put(row.id, row);
    call.record({ kind: 'reply', platform_id: row.id, text, in_reply_to: place.answered });
    sendCommentCallback(instagram, row);
    return row;
  });
  return json({ id });
}

export function newComment(
  { world }: Instagram,
  options: Pick<CommentRow, 'account' | 'media_id' | 'parent_id' | 'from_id' | 'username' | 'text'> & {
    visible_at?: number;
    is_mention?: boolean;
  },
): CommentRow {
  const created_at = world.clock.now();
  return {
    id: world.ids.digits('178', 17),
    order: world.ids.snowflake(),
    hidden: false,
    is_mention: false,
    private_reply_id: null,
    created_at,
    visible_at: created_at,
    ...options,
  };
}

/** `POST /{comment}?hide=true|false`. Own comments cannot be hidden. */
export function hideComment({ store }: Instagram, call: Call, row: CommentRow): PlatformResponse {
  requireScope(call, scopes.comments);
  const hidden = booleanInput(call, 'hide');
  if (hidden === undefined) throw missingParameter('hide');
  if (row.from_id === row.account) throw invalidParameter('Comments of the media owner cannot be hidden');
  if (row.is_mention) throw unsupported(call.method, row.id);
  call.effect(() => {
    store.comments.put(row.id, { ...row, hidden });
    call.record({ kind: hidden ? 'hide' : 'unhide', platform_id: row.id });
  });
  return json({ success: true });
}

/** On own media or an own comment. Its replies go with it. */
export function deleteComment(instagram: Instagram, call: Call, row: CommentRow): PlatformResponse {
  requireScope(call, scopes.comments);
  if (row.is_mention && row.from_id !== row.account) throw unsupported(call.method, row.id);
  call.effect(() => {
    removeComment(instagram, row);
    call.record({ kind: 'delete', platform_id: row.id, text: row.text });
  });
  return json({ success: true });
}

/** Inside an effect. */
export function removeComment({ store }: Instagram, row: CommentRow): void {
  for (const reply of store.comments.where('parent_id', row.id)) store.comments.delete(reply.id);
  store.comments.delete(row.id);
}
