import { LRUCache } from 'lru-cache';
import { reachesBrand } from '../../../core/actor.ts';
import type { Context } from '../../../core/context.ts';
import type { Runner } from '../../../db/query.ts';
import { accountsByIds, type TargetAccount } from '../model/target-account.repository.ts';

export type AccountsById = ReadonlyMap<string, TargetAccount>;

/** Accounts that posts named in this process. They may have been disconnected or moved to another brand since. */
const recent = new LRUCache<string, TargetAccount>({ max: 10_000 });
const keyOf = (ctx: Context, id: string) => `${ctx.tenant.id} ${id}`;

/** The connected accounts among these that the caller's key may use. */
export async function findAccounts(ctx: Context, ids: readonly string[]): Promise<AccountsById> {
  const found = ids.length === 0 ? new Map() : await accountsById(ctx, ctx.db, ids);
  for (const id of ids) recent.set(keyOf(ctx, id), found.get(id));
  return found;
}

/** As `findAccounts`, without reading those that were named before. The write has to compare the accounts. */
export async function recentAccounts(ctx: Context, ids: readonly string[]): Promise<AccountsById> {
  const known = ids.flatMap((id) => recent.get(keyOf(ctx, id)) ?? []);
  const found = new Map(toReachable(ctx, known));
  for (const [id, account] of await findAccounts(
    ctx,
    ids.filter((id) => !found.has(id)),
  ))
    found.set(id, account);
  return found;
}

export async function accountsById(ctx: Context, db: Runner, ids: readonly string[]): Promise<AccountsById> {
  return toReachable(ctx, await accountsByIds(db, ctx.tenant.id, [...new Set(ids)]));
}

function toReachable(ctx: Context, accounts: readonly TargetAccount[]): AccountsById {
  const reachable = accounts.filter(({ brand_id }) => reachesBrand(ctx.actor, brand_id));
  return new Map(reachable.map((account) => [account.id, account]));
}
