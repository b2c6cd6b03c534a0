import { sql } from 'kysely';
import { tellWaiting } from '../../../core/observing/waiting.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Runner } from '../../../db/query.ts';

const unapproved = (tenantId: string, brandId: string) => sql`
  select p.id from posts p where p.tenant_id = ${tenantId} and p.status = 'scheduled' and p.approved is null and exists (
    select from actions a join accounts c on c.tenant_id = a.tenant_id and c.id = a.account_id
    where a.tenant_id = p.tenant_id and a.post_id = p.id and a.kind = 'publish' and a.status = 'pending' and c.brand_id = ${brandId})`;

/** Locks the scheduled posts of a brand that nobody has approved. */
export async function lockUnapproved(tx: Runner, tenantId: string, brandId: string): Promise<string[]> {
  const rows = await tx.run(sql<{ id: string }>`${unapproved(tenantId, brandId)} order by p.id for update of p`);
  return rows.map(({ id }) => id);
}

/**
 * Locks the accounts of these posts and of the brand. Aborts with `approval` when a post was scheduled meanwhile, or when a worker
 * has started one.
 */
export async function lockAccounts(
  tx: Runner,
  tenantId: string,
  brandId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.run(sql`select 1 from accounts where tenant_id = ${tenantId} and (brand_id = ${brandId} or id in (
    select account_id from actions where tenant_id = ${tenantId} and post_id = any (${ids}) and kind = 'publish')) order by id for update`);
  await tx.run(sql`select refuse('approval') where exists (${unapproved(tenantId, brandId)} and p.id <> all (${ids})) or exists (
    select from actions where tenant_id = ${tenantId} and post_id = any (${ids}) and kind = 'publish' and status = 'publishing')`);
}

/** Takes scheduled posts off the queues of their accounts; they keep their planned times. */
export async function toDrafts(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`update posts set status = 'draft' where tenant_id = ${tenantId} and id = any (${ids})`);
  const withdrawn = await tx.run(sql<{ id: string }>`
    update actions set due_at = null, updated_at = now()
    where tenant_id = ${tenantId} and post_id = any (${ids}) and kind = 'publish' and status = 'pending' returning id`);
  tellWaiting(tx, 'withdrawn', tenantId, withdrawn);
}
