import { type Actor, hasPermission, reachesBrand, storedActor } from '../../core/actor.ts';
import type { Context, Transaction } from '../../core/context.ts';
import { ApiError, conflict, notFound } from '../../core/errors.ts';
import type { HeldState } from '../../core/held.ts';
import type { Runner } from '../../db/query.ts';
import { record } from '../events/index.ts';
import * as held from './held.repository.ts';
import { heldEvent } from './held-event.ts';
import { SCOPES_OF } from './kinds.ts';

/** The row by its id; 404 when there is none that the actor reaches and may read. */
export async function findHeld(ctx: Context, id: string, db: Runner = ctx.db): Promise<held.HeldRow> {
  const row = await held.byId(db, ctx.tenant.id, id);
  if (row === undefined || !mayRead(ctx.actor, row)) throw notFound('held', id);
  return row;
}

function mayRead(actor: Actor, { kind, brand_ids: brands }: held.HeldRow): boolean {
  const reaches =
    actor.brandIds === 'all' || (brands.length > 0 && brands.every((brand) => reachesBrand(actor, brand)));
  return reaches && hasPermission(actor, SCOPES_OF[kind].read);
}

/** Locks what still waits, with its post. 404 and 409 say why it cannot be decided. */
export async function lockOpen(ctx: Context, tx: Transaction, id: string): Promise<held.HeldRow> {
  const { post_id: postId } = await findHeld(ctx, id, tx);
  if (postId !== null) await held.lockPost(tx, ctx.tenant.id, postId);
  const row = await held.lock(tx, ctx.tenant.id, id);
  if (row === undefined) throw notFound('held', id);
  assertOpen(row);
  return row;
}

export function assertOpen({ id, state }: held.HeldRow): void {
  if (state === 'waiting' || state === 'missed') return;
  throw conflict(`It does not wait any more: it is ${state}.`, { resource: 'held', id, state }, 'held.state_invalid');
}

/** 403 unless the actor may decide: not about its own, and not without the right. */
export async function assertMayDecide(ctx: Context, row: held.HeldRow, db: Runner = ctx.db): Promise<void> {
  const { actor } = ctx;
  if (actor.sending === 'held') throw mayNot('Somebody who may send must decide about this.');
  const personOf = await personsOf(ctx, row, db);
  const isAuthor = isBy(row, actor, personOf);
  if (row.reason === 'sending') {
    // The maker of a key decides about its calls, as far as that person may send them.
    const isMaker = row.created_by.id !== actor.id && personOf(row.created_by.id) === actor.id;
    if (isMaker && hasPermission(actor, SCOPES_OF[row.kind].write)) return;
    if (isAuthor) throw own();
  } else if (isAuthor && !(await held.allowSelfApproval(db, ctx.tenant.id, row.brand_ids))) throw own();
  if (!actor.canApprove) throw mayNot('You have no right to approve (can_approve).');
}

function own(): ApiError {
  return mayNot('Nobody decides about what they wrote themselves. Somebody else must.', 'held.own');
}

function mayNot(message: string, detailCode = 'held.not_approver'): ApiError {
  return new ApiError('permission_denied', message, { resource: 'held' }, detailCode);
}

/** Ends what waits without carrying it out. Locks it, so that two decisions come one after the other. */
export async function endHeld(
  ctx: Context,
  tx: Transaction,
  id: string,
  state: Extract<HeldState, 'rejected' | 'changes_requested' | 'withdrawn'>,
  note?: string,
): Promise<void> {
  const row = await lockOpen(ctx, tx, id);
  const mayWithdraw = state === 'withdrawn' && isBy(row, ctx.actor, await personsOf(ctx, row, tx));
  if (!mayWithdraw) await assertMayDecide(ctx, row, tx);
  if (state === 'changes_requested' && row.kind !== 'post')
    throw conflict(
      'Changes can be requested of posts that were not published; reject this instead.',
      { resource: 'held', id },
      'held.kind',
    );
  const by = storedActor(ctx.actor);
  await held.end(tx, ctx.tenant.id, id, { state, by, note });
  if (row.post_id !== null) {
    if (state === 'withdrawn') await held.notePosts(tx, ctx.tenant.id, [row.post_id]);
    else await held.noteReview(tx, ctx.tenant.id, row.post_id, { decision: state, note, by });
    if (row.kind === 'post' && state !== 'changes_requested') await held.unplan(tx, ctx.tenant.id, row.post_id);
  }
  await record(tx, ctx.tenant.id, [heldEvent(row, state, { by, note })]);
}

type PersonOf = (id: string) => string;

/** Tells for the actor and the authors of a row who they are: a key counts as the person who made it. */
async function personsOf({ actor, tenant }: Context, row: held.HeldRow, db: Runner): Promise<PersonOf> {
  const keyIds = [actor.id, row.created_by.id, ...row.author_ids].filter((id) => id.startsWith('key_'));
  const makers = keyIds.length === 0 ? undefined : await held.makersOf(db, tenant.id, keyIds);
  return (id) => makers?.get(id) ?? id;
}

/** Whether the actor wrote it, itself or by a key that it made. */
function isBy(row: held.HeldRow, actor: Actor, personOf: PersonOf): boolean {
  return row.author_ids.some((id) => personOf(id) === personOf(actor.id));
}
