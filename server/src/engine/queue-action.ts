import type { Context } from '../core/context.ts';
import type { Charge } from '../core/operation.ts';
import type { Transaction } from '../db/database.ts';
import { usage } from '../features/usage/index.ts';
import * as actions from './action.repository.ts';

export type QueuedAction = Omit<actions.NewAction, 'postId'>;

/** Queues an action that belongs to no post, together with what it costs. Returns its id, undefined on a dry run. */
export async function queueAction(
  ctx: Context,
  action: QueuedAction,
  charge?: Charge,
  alongside?: (tx: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<string | undefined> {
  return queueActions(ctx, [action], charge, alongside);
}

/**
 * Queues actions of one account that run in their order. `alongside` writes the rows that belong to them, after the
 * account is locked. The first one carries the charge. Returns the id of the first, undefined on a dry run.
 */
export async function queueActions(
  ctx: Context,
  queued: readonly QueuedAction[],
  charge?: Charge,
  alongside?: (tx: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<string | undefined> {
  const { id: tenantId } = ctx.tenant;
  const first = await ctx.commit(async (tx) => {
    const ids: string[] = [];
    for (const action of queued) ids.push(await actions.insert(tx, tenantId, { ...action, postId: null }));
    await alongside?.(tx, ids);
    const id = ids[0] ?? '';
    if (charge !== undefined) await actions.setCharge(tx, tenantId, id, await usage.take(tx, tenantId, charge, 1));
    return { id };
  });
  if (ctx.request.dryRun) return undefined;
  ctx.wake('publish');
  return first.id;
}
