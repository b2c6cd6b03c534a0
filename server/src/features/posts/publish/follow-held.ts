import { storedActor } from '../../../core/actor.ts';
import type { Context, Transaction } from '../../../core/context.ts';
import type { NewEvent } from '../../../core/event.ts';
import type { HeldReason, PostHeld } from '../../../core/held.ts';
import { compact } from '../../../lib/compact.ts';
import { held, heldEvent, hold } from '../../held/index.ts';
import type { NewPost } from '../model/new-post.ts';
import * as posts from '../model/post.repository.ts';
import type { PostRow } from '../model/post.ts';
import { holdOfPost, reasonToWait, seenInRetry, seenOfNew } from '../model/waiting.ts';

/** Whether the post has a time: it is scheduled, or it waits for a person or for changes. */
export function isPlanned({ status, scheduled_at: at }: PostRow): boolean {
  return status === 'scheduled' || (status === 'draft' && at !== null);
}

/** `hidden` is ours alone: it changes nothing that leaves. An approval changes no field, and lets the post leave. */
export function isOnlyOurs(fields: readonly string[]): boolean {
  return fields.length > 0 && fields.every((field) => field === 'hidden');
}

type Leaving = 'now' | 'plan' | HeldReason;

/**
 * The fate of a changed post that has a time: it goes out (`now`), waits for a person (the reason), or stays a draft with its
 * plan. Somebody who may approve approves with their own change what waits because of its author.
 */
export function leavingOf(ctx: Context, post: PostRow, composed: NewPost, fields: readonly string[]): Leaving {
  if (composed.status !== 'scheduled' || (isOnlyOurs(fields) && post.status === 'scheduled')) return 'now';
  const reason = reasonToWait(ctx, composed);
  if (reason !== undefined) return reason;
  if (ctx.request.isApproved || post.status === 'scheduled' || fields.includes('scheduled_at')) {
    const waits = post.held !== null && !ctx.request.isApproved && !ctx.actor.canApprove;
    return waits ? (post.held?.reason ?? 'now') : 'now';
  }
  if (post.status !== 'draft' || post.scheduled_at === null) return 'now';
  return post.held === null ? 'plan' : ctx.actor.canApprove ? 'now' : post.held.reason;
}

/** Makes what waits of the post follow the change, and returns the events of that. */
export async function followHeld(
  tx: Transaction,
  ctx: Context,
  post: PostRow,
  composed: NewPost,
  leaving: Leaving,
): Promise<NewEvent[]> {
  const { id: tenantId } = ctx.tenant;
  if (post.held !== null) await followRetries(tx, ctx, post, composed);
  const waiting = post.held?.kind === 'post' ? post.held : undefined;
  // Carrying out an approval ends it by itself.
  if (ctx.request.isApproved || (waiting === undefined && (leaving === 'now' || leaving === 'plan'))) return [];
  const isPublishNow = waiting !== undefined && composed.status === 'draft' && post.scheduled_at === null;
  const reason =
    leaving === 'sending' || leaving === 'brand'
      ? leaving
      : isPublishNow
        ? reasonToGoOn(ctx, composed, waiting)
        : undefined;
  if (reason === undefined) {
    const row = waiting && (await held.lock(tx, tenantId, waiting.id));
    if (row === undefined) return [];
    const by = storedActor(ctx.actor);
    // Its time was taken off, or somebody who may approve has changed it and so approves the new version.
    const state = composed.status === 'draft' ? 'withdrawn' : 'approved';
    const isCharged = post.charged_period !== null;
    const seen = holdOfPost(seenOfNew({ ...composed, id: post.id }), row.reason, { ...row, isCharged });
    if (state === 'approved')
      await held.follow(tx, tenantId, { ...seen, author: row.created_by, authorIds: [], equalTo: null });
    await held.end(tx, tenantId, row.id, { state, by });
    if (state === 'withdrawn') await held.notePosts(tx, tenantId, [post.id]);
    else await held.noteReview(tx, tenantId, post.id, { decision: state, by }, seen.fingerprint);
    return [heldEvent(row, state, { by })];
  }
  const request = {
    operation: 'update_post',
    isCharged: post.charged_period !== null,
    ...compact({ id: waiting?.id }),
  };
  const authors = await posts.authorsOf(tx, tenantId, post.id);
  const what = { ...holdOfPost(seenOfNew({ ...composed, id: post.id }), reason, request), authors };
  if (waiting === undefined) await hold(tx, ctx, [what]);
  else {
    await held.follow(tx, tenantId, { ...what, author: ctx.actor, authorIds: authors, equalTo: null });
    await held.notePosts(tx, tenantId, [post.id]);
  }
  return [];
}

/** Repeated publications that wait would send the changed post: an approval must have seen it. */
async function followRetries(tx: Transaction, ctx: Context, post: PostRow, composed: NewPost): Promise<void> {
  for (const row of await held.lockRetries(tx, ctx.tenant.id, post.id)) {
    const seen = seenInRetry(seenOfNew({ ...composed, id: post.id }), row.input);
    const kept = { ...row, author: ctx.actor, equalTo: null, dueAt: row.due_at, windowClosesAt: row.window_closes_at };
    await held.follow(tx, ctx.tenant.id, { ...kept, ...seen, authorIds: [ctx.actor.id] });
  }
  await held.notePosts(tx, ctx.tenant.id, [post.id]);
}

/** Why a post that leaves at once goes on waiting after a change, which may have given it other accounts. */
function reasonToGoOn({ actor }: Context, { targets }: NewPost, { reason }: PostHeld): HeldReason {
  if (targets.some(({ needsApproval }) => needsApproval)) return 'brand';
  return actor.sending === 'held' ? 'sending' : reason;
}
