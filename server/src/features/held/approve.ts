import { storedActor } from '../../core/actor.ts';
import { type Answer, Reply } from '../../core/answer.ts';
import type { Context, Transaction } from '../../core/context.ts';
import { ApiError, conflict, invalid } from '../../core/errors.ts';
import { toInstant } from '../../core/instant.ts';
import { tenantNow } from '../clock/index.ts';
import { record } from '../events/index.ts';
import { assertMayDecide, assertOpen, findHeld, lockOpen } from './decide.ts';
import { changedParts } from './fingerprint.ts';
import * as held from './held.repository.ts';
import { heldEvent } from './held-event.ts';
import { assertNotLeft } from './may-have-left.ts';

export interface Approval {
  readonly fingerprint: string;
  readonly publish_now?: boolean | undefined;
  readonly scheduled_at?: string | undefined;
  /** A person has looked: it did not leave before the database was restored. */
  readonly confirm?: boolean | undefined;
}

/**
 * Carries out what waits, once, in the name of its author. The decision is noted in the commit of what it causes, so a killed
 * process leaves both or none. When it cannot be carried out it goes on waiting, with the reason. `also` runs at the end of that commit.
 */
export async function approve(
  ctx: Context,
  id: string,
  approval: Approval,
  { waits = true, also }: { readonly waits?: boolean; readonly also?: (tx: Transaction) => Promise<void> } = {},
): Promise<Answer<Record<string, unknown>>> {
  const row = await findHeld(ctx, id);
  if (row.state === 'approved' && row.fingerprint === approval.fingerprint && row.decided_by?.id === ctx.actor.id)
    return present(ctx, row);
  assertOpen(row);
  await assertMayDecide(ctx, row);
  assertSeen(row, approval.fingerprint);
  assertCopied(row);
  if (approval.confirm !== true) await assertNotLeft(ctx, row);
  const { operation, input } = row.kind === 'post' ? await releaseOf(ctx, row, approval) : ofItsOwn(row, approval);
  const mark = async (tx: Transaction) => {
    const finish = await markApproved(ctx, tx, row, approval.fingerprint);
    return async () => {
      await finish();
      await also?.(tx);
    };
  };
  try {
    const answer = await ctx.carryOut({ operation, input, author: row.created_by, mark, waits });
    if (row.kind !== 'post' && waits && !ctx.request.dryRun)
      await held.noteResult(ctx.db, ctx.tenant.id, id, answer instanceof Reply ? answer.body : answer);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && !ctx.request.dryRun) {
      const at = (await tenantNow(ctx)).toISOString();
      await held.noteBlock(ctx.db, ctx.tenant.id, id, { code: error.code, message: error.message, at });
    }
    throw error;
  }
}

/** The response to a repeated approval: the post as it is now, or the response of then. */
async function present(ctx: Context, { post_id: postId, kind, result, created_by: author }: held.HeldRow) {
  if (kind !== 'post' || postId === null) return result ?? {};
  return ctx.carryOut({
    operation: 'get_post',
    input: { post_id: postId },
    author,
    mark: async () => async () => {},
    waits: true,
  });
}

/** 409 when the present version is another one than that which was seen. */
export function assertSeen({ id, fingerprint }: held.HeldRow, seen: string): void {
  if (fingerprint === seen) return;
  throw conflict(
    'It was changed after you saw it. Look at it again.',
    { field: 'fingerprint', resource: 'held', id, changes: changedParts(seen, fingerprint), fingerprint },
    'held.changed_meanwhile',
  );
}

/** 409 while files at addresses are not copied: they could change after the approval. */
function assertCopied({ id, copy_due_at: dueAt, blocked_by: reason }: held.HeldRow): void {
  if (dueAt === null) return;
  throw conflict(
    String(reason?.message ?? 'Its files are being copied. Look at it again in a moment.'),
    { field: 'media', resource: 'held', id },
    'held.media_not_copied',
  );
}

async function markApproved(ctx: Context, tx: Transaction, { id }: held.HeldRow, seen: string) {
  const row = await lockOpen(ctx, tx, id);
  assertSeen(row, seen);
  assertCopied(row);
  await assertMayDecide(ctx, row, tx);
  const by = storedActor(ctx.actor);
  await held.end(tx, ctx.tenant.id, id, { state: 'approved', by });
  return async () => {
    const approved = row.kind === 'removal' ? undefined : seen;
    if (row.post_id !== null)
      await held.noteReview(tx, ctx.tenant.id, row.post_id, { decision: 'approved', by }, approved);
    await record(tx, ctx.tenant.id, [heldEvent(row, 'approved', { by })]);
  };
}

function ofItsOwn({ operation, input }: held.HeldRow, approval: Approval) {
  for (const field of ['publish_now', 'scheduled_at'] as const)
    if (approval[field] !== undefined)
      throw invalid(field, `${field} is for posts that were not published yet; this is something else.`);
  return { operation, input };
}

/**
 * How a post that was not published yet leaves: at once, or at its time. A time that has passed needs a new one; targets whose time lies
 * ahead keep it.
 */
async function releaseOf(ctx: Context, row: held.HeldRow, { publish_now: isNow, scheduled_at: time }: Approval) {
  const postId = row.post_id as string;
  if (isNow === true && time !== undefined)
    throw invalid('scheduled_at', 'Send publish_now or scheduled_at, not both.');
  const { due_at: dueAt } = row;
  const now = await tenantNow(ctx);
  const hasPassed = dueAt !== null && dueAt.getTime() <= now.getTime();
  if (isNow === true && hasPassed && (await held.isDueLater(ctx.db, ctx.tenant.id, postId, now)))
    return { operation: 'update_post', input: { post_id: postId, ...row.input, scheduled_at: now.toISOString() } };
  if (isNow === true || (dueAt === null && time === undefined))
    return { operation: 'publish_post', input: { post_id: postId } };
  if (hasPassed && time === undefined)
    throw conflict(
      'Its time has passed. Send publish_now or a new scheduled_at.',
      { field: 'scheduled_at', resource: 'held', id: row.id, due_at: dueAt.toISOString() },
      'held.missed',
    );
  if (time !== undefined && toInstant(time) === undefined)
    throw invalid('scheduled_at', 'scheduled_at must be a time.');
  return {
    operation: 'update_post',
    input: { post_id: postId, ...row.input, ...(time === undefined ? {} : { scheduled_at: time }) },
  };
}
