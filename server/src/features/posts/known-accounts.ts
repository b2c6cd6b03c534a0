import type { Context } from '../../core/context.ts';
import { accounts } from '../accounts/index.ts';
import { type AccountsById, isReachable, type TargetAccount, withAll } from './resolve-content.ts';

const ENTRIES_MAX = 10_000;

/** Accounts that targets named lately. The same ones are named again and again, and what a target needs of them hardly changes. */
const known = new Map<string, TargetAccount>();

/**
 * Like `accountsOf`, without asking the database about accounts that were named before. Whoever writes with them has to
 * compare: `insertPost` ends with the refusal `account` when one is not any more what was known.
 */
export async function knownAccountsOf(ctx: Context, ids: readonly string[]): Promise<AccountsById> {
  const keyOf = (id: string) => `${ctx.tenant.id} ${id}`;
  const unknown = new Set(ids.filter((id) => !known.has(keyOf(id))));
  const found = new Map<string, TargetAccount>();
  for (const id of ids) {
    const account = known.get(keyOf(id));
    if (account !== undefined) found.set(id, account);
  }
  for (const { id, brand_id, platform } of await accounts.byIds(ctx.db, ctx.tenant.id, [...unknown])) {
    const account = { id, brand_id, platform };
    if (known.size >= ENTRIES_MAX) known.clear();
    known.set(keyOf(id), account);
    found.set(id, account);
  }
  for (const account of found.values()) if (!isReachable(ctx, account)) found.delete(account.id);
  return withAll(found, ids);
}

/** The next time these accounts are looked up anew. */
export function forgetAccounts(tenantId: string, ids: readonly string[]): void {
  for (const id of ids) known.delete(`${tenantId} ${id}`);
}
