import { type RawBuilder, sql } from 'kysely';
import { tellWaiting } from '../../../core/observing/waiting.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Runner } from '../../../db/query.ts';

/** The accounts of a brand, or these. */
export type AccountsOf = { readonly brandId: string } | { readonly accountIds: readonly string[] };

function isAmong(on: AccountsOf): RawBuilder<unknown> {
  return 'brandId' in on ? sql`c.brand_id = ${on.brandId}` : sql`c.id = any (${on.accountIds})`;
}

const unapproved = (tenantId: string, on: AccountsOf) => sql`
  select p.id from posts p where p.tenant_id = ${tenantId} and p.status = 'scheduled' and p.approved is null and exists (
    select from actions a join accounts c on c.tenant_id = a.tenant_id and c.id = a.account_id
    where a.tenant_id = p.tenant_id and a.post_id = p.id and a.kind = 'publish' and a.status = 'pending' and ${isAmong(on)})`;

/** How many scheduled posts of these accounts nobody has approved. */
export async function countUnapproved(db: Runner, tenantId: string, on: AccountsOf): Promise<number> {
  return (await db.run(unapproved(tenantId, on))).length;
}

/** Locks the scheduled posts of accounts that nobody has approved. */
export async function lockUnapproved(tx: Runner, tenantId: string, on: AccountsOf): Promise<string[]> {
  const rows = await tx.run(sql<{ id: string }>`${unapproved(tenantId, on)} order by p.id for update of p`);
  return rows.map(({ id }) => id);
}

/**
 * Locks the accounts, and those of these posts. Aborts with `approval` when a post was scheduled meanwhile, or when a worker has
 * started one.
 */
export async function lockAccounts(
  tx: Runner,
  tenantId: string,
  on: AccountsOf,
  ids: readonly string[],
): Promise<void> {
  await tx.run(sql`select 1 from accounts c where c.tenant_id = ${tenantId} and (${isAmong(on)} or c.id in (
    select account_id from actions where tenant_id = ${tenantId} and post_id = any (${ids}) and kind = 'publish')) order by c.id for update`);
  await tx.run(sql`select refuse('approval') where exists (${unapproved(tenantId, on)} and p.id <> all (${ids})) or exists (
    select from actions where tenant_id = ${tenantId} and post_id = any (${ids}) and kind = 'publish' and status = 'publishing')`);
}

/** Everybody who wrote these posts, by post. */
export async function authorsOf(
  tx: Runner,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx.run(sql<{ id: string; author_ids: string[] }>`
    select id, author_ids from posts where tenant_id = ${tenantId} and id = any (${ids})`);
  return new Map(rows.map((row) => [row.id, row.author_ids]));
}

/** Takes scheduled posts off the queues of their accounts; they keep their planned times. */
export async function toDrafts(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`update posts set status = 'draft' where tenant_id = ${tenantId} and id = any (${ids})`);
  const withdrawn = await tx.run(sql<{ id: string }>`
    update actions set due_at = null, updated_at = now()
    where tenant_id = ${tenantId} and post_id = any (${ids}) and kind = 'publish' and status = 'pending' returning id`);
  tellWaiting(tx, 'withdrawn', tenantId, withdrawn);
}
