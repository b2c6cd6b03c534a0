import type { Context } from '../../core/context.ts';
import type { Charge } from '../../core/operation.ts';
import type { Transaction } from '../../db/database.ts';
import type { Runner } from '../../db/query.ts';
import { actions } from '../../engine/index.ts';
import { assertDirect, type Sender } from './assert-direct.ts';
import { takeCharge } from './charges.ts';

/** An action that belongs to no post. */
export type QueuedAction = Pick<actions.NewAction, 'id' | 'kind' | 'input' | 'batch'>;

export interface Queueing {
  /** Paid by the first action. */
  readonly charge?: Charge | undefined;
  /** Writes the rows that belong to the actions, after the account is locked. */
  readonly alongside?: ((tx: Transaction, ids: readonly string[]) => Promise<void>) | undefined;
  /** Kept with the first action, so that an equal request finds it. */
  readonly fingerprint?: Buffer | undefined;
  /** Joins such an action instead of queueing. */
  readonly joins?: actions.EqualAction | undefined;
}

export interface Queued {
  /** The first action. */
  readonly id: string;
  readonly isJoined: boolean;
}

/** Queues actions in a transaction of the request, and returns their ids. Every action that a request asks for passes here. */
export async function queueWithin(
  tx: Transaction,
  ctx: Sender,
  toQueue: readonly actions.NewAction[],
): Promise<string[]> {
  assertDirect(ctx);
  const ids: string[] = [];
  for (const action of toQueue) ids.push(await actions.insert(tx, ctx.tenant.id, { ...action, createdBy: ctx.actor }));
  return ids;
}

/** Queues what belongs to an action that has left: the next part of a thread, the first comment. */
export async function queueFollowUp(tx: Runner, tenantId: string, action: actions.NewAction): Promise<void> {
  await actions.insert(tx, tenantId, action);
}

/** Queues actions of one account that run in their order. On a dry run nothing stays. */
export async function queueActions(
  ctx: Context,
  { id: accountId, platform }: { readonly id: string; readonly platform: string },
  toQueue: readonly QueuedAction[],
  { charge, alongside, fingerprint, joins }: Queueing = {},
): Promise<Queued> {
  const { id: tenantId } = ctx.tenant;
  const queued = await ctx.commit(async (tx) => {
    const equal = joins && (await actions.findEqual(tx, tenantId, joins, accountId));
    if (equal !== undefined) return { id: equal, isJoined: true };
    const of = { accountId, platform, postId: null };
    const [first, ...others] = toQueue.map((action) => ({ ...action, ...of }));
    const ids = await queueWithin(tx, ctx, first === undefined ? [] : [{ ...first, fingerprint }, ...others]);
    await alongside?.(tx, ids);
    const id = ids[0] ?? '';
    if (charge !== undefined) await actions.setCharge(tx, tenantId, id, await takeCharge(tx, ctx, charge, 1));
    return { id, isJoined: false };
  });
  if (!ctx.request.dryRun) ctx.wake('publish');
  return queued;
}
