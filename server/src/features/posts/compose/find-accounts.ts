import { reachesBrand } from '../../../core/actor.ts';
import type { Context } from '../../../core/context.ts';
import type { Runner } from '../../../db/query.ts';
import { tenantNow } from '../../clock/index.ts';
import { accountsByIds, type TargetAccount } from '../model/target-account.repository.ts';

export type AccountsById = ReadonlyMap<string, TargetAccount>;

/**
 * The connected accounts among these that the caller's key may use. `isTimed`: the tenant's clock is needed next. It is
 * read in the same flush, and `tenantNow` remembers it for the request.
 */
export async function findAccounts(ctx: Context, ids: readonly string[], isTimed: boolean): Promise<AccountsById> {
  if (ids.length === 0) return new Map();
  const found = await ctx.db.transaction(async (tx) => {
    if (isTimed) tx.defer((db) => tenantNow(ctx, db));
    return tx.defer((db) => accountsById(ctx, db, ids));
  });
  return found.result;
}

export async function accountsById(ctx: Context, db: Runner, ids: readonly string[]): Promise<AccountsById> {
  const rows = await accountsByIds(db, ctx.tenant.id, [...new Set(ids)]);
  const reachable = rows.filter(({ brand_id }) => reachesBrand(ctx.actor, brand_id));
  return new Map(reachable.map((account) => [account.id, account]));
}
