import type { Context } from '../core/context.ts';
import type { Charge } from '../core/operation.ts';
import { quotaErrorOf, usage } from '../features/usage/index.ts';
import * as actions from './action.repository.ts';

/** Queues an action that belongs to no post, together with what it costs. Returns its id, undefined on a dry run. */
export async function queueAction(
  ctx: Context,
  action: Omit<actions.NewAction, 'postId'>,
  charge?: Charge,
): Promise<string | undefined> {
  const { id: tenantId } = ctx.tenant;
  const queued = await ctx
    .commit(async (tx) => {
      const id = await actions.insert(tx, tenantId, { ...action, postId: null });
      if (charge !== undefined) await actions.setCharge(tx, tenantId, id, await usage.take(tx, ctx.tenant, charge, 1));
      return { id };
    })
    .catch((error) => {
      throw quotaErrorOf(error, ctx.tenant);
    });
  if (ctx.request.dryRun) return undefined;
  ctx.wake('publish');
  return queued.id;
}
