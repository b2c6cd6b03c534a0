import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { invalidParameter, missingParameter, requireScope, unsupported } from '../../meta/errors.ts';
import { booleanInput } from '../../meta/input.ts';
import { compare } from '../../meta/paging.ts';
import { nodeOf } from '../access.ts';
import { conversationOf, repliesTo } from '../post-node.ts';
import { postList } from '../posts.ts';
import { scopes } from '../scopes.ts';
import type { HideStatus, PostRow, Threads } from '../store.ts';
import { sendReplyCallback } from '../webhooks.ts';

/** `GET /{media}/replies`: one level. https://developers.facebook.com/docs/threads/reply-management */
export function listReplies(threads: Threads, call: Call): PlatformResponse {
  const { row } = nodeOf(threads, call, 'post');
  requireScope(call, scopes.readReplies);
  return replyList(threads, call, repliesTo(threads, row.id), 'replies');
}

/** `GET /{media}/conversation`: every level in one list, of a thread's first post only. */
export function listConversation(threads: Threads, call: Call): PlatformResponse {
  const { row } = nodeOf(threads, call, 'post');
  requireScope(call, scopes.readReplies);
  if (row.root !== null) throw invalidParameter('The conversation can only be read from its root post');
  return replyList(threads, call, conversationOf(threads, row.id), 'conversation');
}

/** `reverse` is true by default: newest first. */
function replyList(threads: Threads, call: Call, newestFirst: PostRow[], edge: string): PlatformResponse {
  const isReverse = booleanInput(call, 'reverse') ?? true;
  const rows = isReverse ? newestFirst : newestFirst.toReversed();
  return postList(threads, call, rows, edge, isReverse ? 'newest first' : 'oldest first');
}

/** `POST /{reply}/manage_reply`: what answers a hidden reply goes with it. */
export function manageReply(threads: Threads, call: Call): PlatformResponse {
  const row = visitorsReply(threads, call);
  requireScope(call, scopes.manageReplies);
  const isHidden = booleanInput(call, 'hide');
  if (isHidden === undefined) throw missingParameter('hide');
  if (row.reply_to !== row.root) throw invalidParameter('Only top-level replies can be hidden');
  call.effect(() => {
    setHidden(threads, row, isHidden ? 'HIDDEN' : 'UNHUSHED');
    call.record({ kind: isHidden ? 'hide' : 'unhide', platform_id: row.id });
  });
  return json({ success: true });
}

function setHidden(threads: Threads, row: PostRow, hide_status: HideStatus): void {
  threads.store.posts.put(row.id, { ...row, hide_status });
  for (const nested of threads.store.posts.where('reply_to', row.id)) setHidden(threads, nested, hide_status);
}

/** `GET /{media}/pending_replies` of a post with reply approvals. */
export function listPendingReplies(threads: Threads, call: Call): PlatformResponse {
  const { row } = nodeOf(threads, call, 'post');
  requireScope(call, scopes.readReplies);
  const status = call.input('approval_status');
  if (status !== undefined && status !== 'pending' && status !== 'ignored')
    throw invalidParameter('Param approval_status must be one of {PENDING, IGNORED}');
  const rows = threads.store.posts
    .where('reply_to', row.id)
    .filter(({ approval }) => (status === undefined ? approval !== 'approved' : approval === status))
    .sort((a, b) => compare(b.order, a.order));
  return replyList(threads, call, rows, 'pending_replies');
}

/** `POST /{reply}/manage_pending_reply`. */
export function managePendingReply(threads: Threads, call: Call): PlatformResponse {
  const row = visitorsReply(threads, call);
  requireScope(call, scopes.manageReplies);
  const isApproved = booleanInput(call, 'approve');
  if (isApproved === undefined) throw missingParameter('approve');
  if (row.approval === 'approved') throw invalidParameter('The reply does not wait for approval');
  call.effect(() => {
    const decided: PostRow = { ...row, approval: isApproved ? 'approved' : 'ignored' };
    threads.store.posts.put(row.id, decided);
    call.record({ kind: isApproved ? 'approve' : 'ignore', platform_id: row.id });
    if (isApproved) sendReplyCallback(threads, decided);
  });
  return json({ success: true });
}

/** A reply of somebody else in a thread of the account. */
function visitorsReply(threads: Threads, call: Call): PostRow {
  const { row } = nodeOf(threads, call, 'post');
  const root = threads.store.posts.get(row.root ?? '');
  if (root?.author_id !== row.account || row.author_id === row.account) throw unsupported(call.method, row.id);
  return row;
}
