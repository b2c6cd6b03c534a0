import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { invalidParameter, requireScope } from '../meta/errors.ts';
import { momentInput } from '../meta/input.ts';
import { project, requestedFields } from '../meta/node.ts';
import { compare, type ListOptions, listResponse } from '../meta/paging.ts';
import { ownAccount, ownPost } from './access.ts';
import { ghostStatus, postType } from './post-node.ts';
import { checkQuota, countUse } from './quotas.ts';
import { scopes } from './scopes.ts';
import type { PostRow, Threads } from './store.ts';
import { sendDeleteCallback } from './webhooks.ts';

/** 5 July 2023, when Threads began. */
const earliestSince = 1_688_540_400_000;

/** Posts of the account itself, newest first: no replies, no items of carousels, no ghosts. */
export function postsOf({ world, store }: Threads, account: string): PostRow[] {
  const now = world.clock.now();
  return store.posts
    .where('account', account)
    .filter((row) => row.author_id === account && row.parent === null && row.visible_at <= now)
    .filter((row) => !row.is_ghost)
    .sort((a, b) => compare(b.order, a.order));
}

/** `GET /{user}/threads`. */
export function listPosts(threads: Threads, call: Call): PlatformResponse {
  const { platform_id } = ownAccount(threads, call);
  requireScope(call, scopes.basic);
  const rows = postsOf(threads, platform_id).filter(({ reply_to }) => reply_to === null);
  return postList(threads, call, rows, 'threads');
}

/** `GET /{user}/replies`: what the account answered, to itself and to others. */
export function listOwnReplies(threads: Threads, call: Call): PlatformResponse {
  const { platform_id } = ownAccount(threads, call);
  requireScope(call, scopes.readReplies);
  const rows = postsOf(threads, platform_id).filter(({ reply_to }) => reply_to !== null);
  return postList(threads, call, rows, 'replies');
}

/** `GET /{user}/ghost_posts`. */
export function listGhostPosts(threads: Threads, call: Call): PlatformResponse {
  const { platform_id } = ownAccount(threads, call);
  requireScope(call, scopes.basic);
  const now = threads.world.clock.now();
  const rows = threads.store.posts
    .where('account', platform_id)
    .filter((row) => row.author_id === platform_id && ghostStatus(row, now) !== undefined)
    .sort((a, b) => compare(b.order, a.order));
  return postList(threads, call, rows, 'ghost_posts');
}

/** A page of posts with cursors, within `since` and `until`. */
export function postList(
  threads: Threads,
  call: Call,
  rows: readonly PostRow[],
  edge: string,
  direction: ListOptions<PostRow>['direction'] = 'newest first',
): PlatformResponse {
  if (call.input('before') !== undefined && call.input('after') !== undefined)
    throw invalidParameter('Cannot specify both before and after');
  const since = momentInput(call, 'since');
  if (since !== undefined && since < earliestSince)
    throw invalidParameter('Param since must be greater than or equal to 1688540400');
  const until = momentInput(call, 'until') ?? Number.POSITIVE_INFINITY;
  const choices = requestedFields(call);
  const type = postType(threads, call);
  return json(
    listResponse(call, {
      rows: rows.filter(({ created_at }) => created_at >= (since ?? 0) && created_at <= until),
      direction,
      map: (row) => project(type, row, choices),
      limitMax: 100,
      path: `/v1.0/${call.param('node')}/${edge}`,
      hasLinks: false,
    }),
  );
}

export function readPost(threads: Threads, call: Call, row: PostRow): PlatformResponse {
  requireScope(call, scopes.basic);
  return json(project(postType(threads, call), row, requestedFields(call)));
}

/** `DELETE /{media}`: own posts and own replies; what visitors answered stays where it is. */
export function deletePost(threads: Threads, call: Call): PlatformResponse {
  const row = ownPost(threads, call);
  requireScope(call, scopes.delete);
  checkQuota(threads, row.account, 'delete');
  call.effect(() => {
    for (const child of row.children) threads.store.posts.delete(child);
    threads.store.posts.delete(row.id);
    countUse(threads, row.account, 'delete');
    call.record({ kind: 'delete', platform_id: row.id, text: row.text });
    sendDeleteCallback(threads, row);
  });
  return json({ success: true, deleted_id: row.id });
}
