import { sql } from 'kysely';
import type { Runner } from '../../../db/query.ts';

/** A deleted workspace can be taken back for so long. */
const PURGE_AFTER_HOURS = 24;

/** Deletes a workspace: no key works any more. Returns when it is purged; undefined when it is deleted already. */
export async function mark(tx: Runner, workspaceId: string): Promise<Date | undefined> {
  const row = await tx.first(sql<{ purge_at: Date }>`
    update owners set deleted_at = now(), purge_at = now() + ${PURGE_AFTER_HOURS} * interval '1 hour', due_at = now()
    where workspace_id = ${workspaceId} and deleted_at is null returning purge_at`);
  return row?.purge_at;
}

/** Takes a deleted workspace back; false once its purge has begun. */
export async function undo(system: Runner, workspaceId: string): Promise<boolean> {
  const rows = await system.run(sql`
    update owners set deleted_at = null, purge_at = null, due_at = null
    where workspace_id = ${workspaceId} and deleted_at is not null and not is_purging returning 1`);
  return rows.length > 0;
}

/** Whether a workspace is deleted. It stays so until the transaction ends. */
export async function lockDeleted(tx: Runner, workspaceId: string): Promise<boolean> {
  const row = await tx.first(
    sql`select 1 from owners where workspace_id = ${workspaceId} and deleted_at is not null for share`,
  );
  return row !== undefined;
}

/** The next step of a deletion: stop everything, or purge. */
export interface Deletion {
  readonly workspaceId: string;
  readonly isPurge: boolean;
}

/** A purge waits so long for the payment processor to end the subscription, because the row that tells of it goes too. */
const WAIT_FOR_PAYMENTS_DAYS = 7;

const customersOf = (isEnding: boolean) => sql`
  select from billing_customers c join tenants t on t.tenant_id = c.tenant_id
  where t.workspace_id = o.workspace_id and c.is_ending = ${isEnding}`;

/** Whether a deletion `o` may be leased: no held workspace. The purge waits some days for payments that end. */
export const isClaimable = () => sql`due_at <= now() and lease_until <= now()
  and not exists (select from holds h join tenants t on t.tenant_id = h.tenant_id where t.workspace_id = o.workspace_id)
  and not (purge_at between now() - ${WAIT_FOR_PAYMENTS_DAYS} * interval '1 day' and now() and exists (${customersOf(true)}))`;

/** Leases due deletions. A workspace whose subscription nobody ended is stopped once more before its purge. */
export async function claim(system: Runner, limit: number, leaseSeconds: number): Promise<Deletion[]> {
  return system.run(sql<Deletion>`
    with due as (
      select workspace_id from owners o where ${isClaimable()}
      order by due_at limit ${limit} for update skip locked
    )
    update owners o set lease_until = now() + ${leaseSeconds} * interval '1 second', 
      is_purging = o.is_purging or o.purge_at <= now() and not exists (${customersOf(false)})
    from due where o.workspace_id = due.workspace_id
    returning o.workspace_id as "workspaceId", o.is_purging as "isPurge"`);
}

export async function renew(system: Runner, workspaceId: string, leaseSeconds: number): Promise<boolean> {
  const rows = await system.run(sql`
    update owners set lease_until = now() + ${leaseSeconds} * interval '1 second'
    where workspace_id = ${workspaceId} and due_at is not null and lease_until > now() returning 1`);
  return rows.length > 0;
}

/** Everything of the workspace has stopped: the next step is its purge. */
export async function noteStopped(system: Runner, workspaceId: string): Promise<void> {
  await system.run(sql`
    update owners set due_at = purge_at, lease_until = '-infinity' where workspace_id = ${workspaceId} and deleted_at is not null`);
}

export async function tenantIds(system: Runner, workspaceId: string): Promise<string[]> {
  const rows = await system.run(
    sql<{ tenant_id: string }>`select tenant_id from tenants where workspace_id = ${workspaceId} order by tenant_id`,
  );
  return rows.map((row) => row.tenant_id);
}

/** The world of the workspace's test tenant; undefined once the tenants are deleted. */
export async function worldOf(system: Runner, workspaceId: string): Promise<string | undefined> {
  const row = await system.first(
    sql<{ world: string }>`select world from tenants where workspace_id = ${workspaceId} and world is not null`,
  );
  return row?.world;
}
