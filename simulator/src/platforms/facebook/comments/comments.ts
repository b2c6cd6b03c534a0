import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import type { Account } from '../../../core/world/world.ts';
import { invalidParameter, missingParameter, requireScope, unsupported } from '../../meta/errors.ts';
import { booleanInput } from '../../meta/input.ts';
import { factsAt } from '../../meta/media-facts.ts';
import { project, requestedFields } from '../../meta/node.ts';
import { listResponse } from '../../meta/paging.ts';
import { edgePath } from '../../meta/versions.ts';
import { findNode, type Node, nodeOf } from '../access.ts';
import { photoInvalid } from '../errors.ts';
import { scopes } from '../scopes.ts';
import { type CommentRow, type Facebook, numberOf } from '../store.ts';
import { sendCommentCallback } from '../webhooks.ts';
import { allComments, commentSummary, commentType, repliesTo, topLevelComments } from './comment-node.ts';

const messageMax = 8000;

/** Comments of a photo or a video are those of its post. */
function placeOf(node: Node | undefined): { post: string; comment: CommentRow | null } | undefined {
  if (node?.kind === 'post') return { post: node.row.id, comment: null };
  if (node?.kind === 'comment') return { post: node.row.post_id, comment: node.row };
  if (node?.kind === 'video' && node.row.post_id !== null) return { post: node.row.post_id, comment: null };
  if (node?.kind === 'photo' && node.row.used_by !== null) return { post: node.row.used_by, comment: null };
  return undefined;
}

function placeOfCall(facebook: Facebook, call: Call): { post: string; comment: CommentRow | null } {
  nodeOf(facebook, call, 'post', 'photo', 'video', 'comment');
  const place = placeOf(findNode(facebook, call));
  if (!place) throw unsupported(call.method, call.param('node'));
  return place;
}

/** `GET /{object}/comments`: https://developers.facebook.com/docs/graph-api/reference/object/comments */
export function listComments(facebook: Facebook, call: Call): PlatformResponse {
  const { post, comment } = placeOfCall(facebook, call);
  requireScope(call, scopes.read);
  const filter = call.input('filter') ?? 'toplevel';
  if (filter !== 'toplevel' && filter !== 'stream')
    throw invalidParameter('Param filter must be one of {toplevel, stream}');
  const order = call.input('order') ?? 'chronological';
  if (order !== 'chronological' && order !== 'reverse_chronological')
    throw invalidParameter('Param order must be one of {chronological, reverse_chronological}');
  const everything = filter === 'stream' ? allComments(facebook, post) : topLevelComments(facebook, post);
  const oldestFirst = comment ? repliesTo(facebook, comment.id) : everything;
  const isReverse = order === 'reverse_chronological';
  const choices = requestedFields(call);
  const type = commentType(facebook, call);
  const list = listResponse(call, {
    rows: isReverse ? oldestFirst.toReversed() : oldestFirst,
    direction: isReverse ? 'newest first' : 'oldest first',
    map: (row) => project(type, row, choices),
    limitMax: 100,
    path: edgePath(call, call.param('node'), 'comments'),
  });
  const total = comment ? { total_count: oldestFirst.length } : {};
  const summary = { ...commentSummary(facebook, post), ...total, order };
  return json({ ...list, ...(booleanInput(call, 'summary') && { summary }) });
}

export function readComment(facebook: Facebook, call: Call, row: CommentRow): PlatformResponse {
  requireScope(call, scopes.read);
  return json(project(commentType(facebook, call), row, requestedFields(call)));
}

/** `POST /{post|comment}/comments`: a reply to a reply is put under its top-level comment. */
export async function createComment(facebook: Facebook, call: Call): Promise<PlatformResponse> {
  const { world, store } = facebook;
  const { post, comment } = placeOfCall(facebook, call);
  requireScope(call, scopes.engagement);
  const message = readCommentText(call);
  const attachment_url = call.input('attachment_url') || null;
  if (message === '' && attachment_url === null && !call.input('attachment_id') && !call.input('attachment_share_url'))
    throw missingParameter('message');
  if (attachment_url !== null && !(await factsAt(world, attachment_url))) throw photoInvalid();
  const { platform_id, name } = call.account as Account;
  const { id } = call.effect(() => {
    const row = newComment(facebook, {
      account: platform_id,
      post_id: post,
      parent_id: comment ? (comment.parent_id ?? comment.id) : null,
      from_id: platform_id,
      from_name: name,
      message,
      attachment_url,
      visible_at: call.visibleAt(),
    });
    store.comments.put(row.id, row);
    const media = attachment_url === null ? [] : [{ type: 'image', url: attachment_url }];
    call.record({ kind: 'reply', platform_id: row.id, text: message, media, in_reply_to: comment?.id ?? post });
    sendCommentCallback(facebook, row, 'add');
    return row;
  });
  return json({ id });
}

function readCommentText(call: Call): string {
  const message = call.input('message')?.trim() === '' ? '' : (call.input('message') ?? '');
  if ([...message].length > messageMax)
    throw invalidParameter(`Param message must be at most ${messageMax} characters long`);
  return message;
}

export function newComment(
  { world }: Facebook,
  options: Omit<
    CommentRow,
    'id' | 'order' | 'is_hidden' | 'liked_by' | 'is_liked_by_page' | 'private_reply_id' | 'created_at'
  >,
): CommentRow {
  return {
    id: `${numberOf(options.post_id)}_${world.ids.digits('4', 15)}`,
    order: world.ids.snowflake(),
    is_hidden: false,
    liked_by: [],
    is_liked_by_page: false,
    private_reply_id: null,
    created_at: world.clock.now(),
    ...options,
  };
}

/** `POST /{comment}`: another text for an own one, `is_hidden` for one of somebody else. */
export function changeComment(facebook: Facebook, call: Call, row: CommentRow): PlatformResponse {
  requireScope(call, scopes.engagement);
  const is_hidden = booleanInput(call, 'is_hidden');
  const isOwn = row.from_id === row.account;
  if (is_hidden !== undefined && isOwn) throw invalidParameter('This comment cannot be hidden');
  const message = call.input('message') === undefined ? undefined : readCommentText(call);
  if (message !== undefined && !isOwn) throw unsupported(call.method, row.id);
  if (is_hidden === undefined && !message) throw missingParameter('message');
  call.effect(() => {
    const changed = { ...row, ...(message && { message }), ...(is_hidden !== undefined && { is_hidden }) };
    facebook.store.comments.put(row.id, changed);
    const kind = is_hidden === undefined ? 'edit' : is_hidden ? 'hide' : 'unhide';
    call.record({ kind, platform_id: row.id, text: message ?? '' });
    sendCommentCallback(facebook, changed, kind === 'edit' ? 'edited' : kind);
  });
  return json({ success: true });
}

/** Anything under the Page's posts; what answers it goes with it. */
export function deleteComment(facebook: Facebook, call: Call, row: CommentRow): PlatformResponse {
  requireScope(call, scopes.engagement);
  call.effect(() => {
    removeComment(facebook, row);
    call.record({ kind: 'delete', platform_id: row.id, text: row.message });
  });
  return json({ success: true });
}

/** Inside an effect. */
export function removeComment(facebook: Facebook, row: CommentRow): void {
  const { comments } = facebook.store;
  for (const reply of comments.where('parent_id', row.id)) comments.delete(reply.id);
  comments.delete(row.id);
  sendCommentCallback(facebook, row, 'remove');
}

/** `POST` and `DELETE /{comment}/likes`, as the Page. */
export function setLike(isLiked: boolean) {
  return (facebook: Facebook, call: Call): PlatformResponse => {
    const { row } = nodeOf(facebook, call, 'comment');
    requireScope(call, scopes.engagement);
    call.effect(() => {
      facebook.store.comments.put(row.id, { ...row, is_liked_by_page: isLiked });
      if (row.is_liked_by_page !== isLiked) call.record({ kind: isLiked ? 'like' : 'unlike', platform_id: row.id });
    });
    return json({ success: true });
  };
}
