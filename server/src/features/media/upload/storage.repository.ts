import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import type { Runner } from '../../db/query.ts';
import type { FileFacts } from '../../lib/media-files/index.ts';

/** By then nothing comes to an upload address any more, which takes new files for a quarter of it. */
const ADDRESS_LIFE = sql`interval '1 hour'`;

/** The refusal of a transaction that would use more storage than the plan has. */
export const STORAGE_FULL = 'quota:storage';

/**
 * Holds so many bytes more for a file that comes in, or ends with the refusal STORAGE_FULL. False when the file is not
 * awaited any more. Rows are locked in the order of every writer: the item, the tenant last.
 */
export async function reserve(
  tx: Runner,
  tenantId: string,
  id: string,
  bytes: number,
  limit: number,
): Promise<boolean> {
  const row = await tx.first(sql`
    update media set reserved_bytes = reserved_bytes + ${bytes}
    where tenant_id = ${tenantId} and id = ${id} and status = 'pending' returning 1 as one`);
  if (row === undefined) return false;
  await tx.run(sql`
    with held as (
      update tenants set storage_reserved_bytes = storage_reserved_bytes + ${bytes}
      where tenant_id = ${tenantId} and (${limit}::bigint = -1 or storage_bytes + storage_reserved_bytes + ${bytes}::bigint <= ${limit}::bigint)
      returning 1
    )
    select case when not exists (select from held) then refuse(${STORAGE_FULL}) end`);
  return true;
}

/** The file is there: what was held for it becomes what it uses. The same refusal, and false likewise. */
export async function settle(
  tx: Transaction,
  tenantId: string,
  id: string,
  { bytes, facts, mayComeAgain }: { readonly bytes: number; readonly facts: FileFacts; readonly mayComeAgain: boolean },
  limit: number,
): Promise<boolean> {
  const held = await lockPending(tx, tenantId, id);
  if (held === undefined) return false;
  await tx.run(sql`
    update media set status = 'ready', size_bytes = ${bytes}, content_type = ${facts.contentType}, facts = ${JSON.stringify(facts)}::jsonb,
      reserved_bytes = 0, due_at = case when ${mayComeAgain}::boolean then now() + ${ADDRESS_LIFE} end, updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id}`);
  await tx.run(sql`
    with used as (
      update tenants set storage_bytes = storage_bytes + ${bytes}, media_count = media_count + 1,
        storage_reserved_bytes = storage_reserved_bytes - ${held}
      where tenant_id = ${tenantId} and (${limit}::bigint = -1 or storage_bytes + storage_reserved_bytes - ${held}::bigint + ${bytes}::bigint <= ${limit}::bigint)
      returning 1
    )
    select case when not exists (select from used) then refuse(${STORAGE_FULL}) end`);
  return true;
}

/** No file comes: what was held is free again. Until `cleared` the sweep removes what came. False when the item is not awaited. */
export async function fail(tx: Transaction, tenantId: string, id: string, failure: string): Promise<boolean> {
  const held = await lockPending(tx, tenantId, id);
  if (held === undefined) return false;
  await tx.run(sql`
    update media set status = 'failed', failure = ${failure}, reserved_bytes = 0, due_at = now() + interval '1 minute', updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id}`);
  await giveBack(tx, tenantId, held);
  return true;
}

/** Nothing is left to do about the file of an item. */
export async function cleared(db: Runner, tenantId: string, id: string): Promise<void> {
  await db.run(
    sql`update media set due_at = null where tenant_id = ${tenantId} and id = ${id} and status in ('failed', 'ready')`,
  );
}

/** Takes the item out of sight and frees what it used; the sweep removes the file unless the caller does. */
export async function remove(tx: Transaction, tenantId: string, id: string): Promise<boolean> {
  const row = await tx.first(sql<{ status: string; size_bytes: number; reserved_bytes: number }>`
    select status, size_bytes, reserved_bytes from media where tenant_id = ${tenantId} and id = ${id} and status <> 'removing' for update`);
  if (row === undefined) return false;
  await tx.run(sql`
    update media set status = 'removing', reserved_bytes = 0, due_at = now() + interval '1 minute' where tenant_id = ${tenantId} and id = ${id}`);
  if (row.status === 'ready')
    await tx.run(sql`
      update tenants set storage_bytes = greatest(storage_bytes - ${row.size_bytes}, 0), media_count = greatest(media_count - 1, 0)
      where tenant_id = ${tenantId}`);
  else await giveBack(tx, tenantId, row.reserved_bytes);
  return true;
}

async function lockPending(tx: Runner, tenantId: string, id: string): Promise<number | undefined> {
  const row = await tx.first(sql<{ reserved_bytes: number }>`
    select reserved_bytes from media where tenant_id = ${tenantId} and id = ${id} and status = 'pending' for update`);
  return row === undefined ? undefined : Number(row.reserved_bytes);
}

async function giveBack(tx: Runner, tenantId: string, bytes: number): Promise<void> {
  await tx.run(sql`
    update tenants set storage_reserved_bytes = greatest(storage_reserved_bytes - ${bytes}, 0) where tenant_id = ${tenantId}`);
}

export interface Due {
  readonly tenantId: string;
  readonly id: string;
  readonly status: 'pending' | 'failed' | 'removing' | 'ready';
  /** Its upload address may still take a file. */
  readonly isOpen: boolean;
}

/** What the sweep has to do, for a while nobody else's. */
export async function claimDue(system: Runner, limit: number, leaseSeconds: number): Promise<Due[]> {
  return system.run(sql<Due>`
    update media m set due_at = now() + ${leaseSeconds} * interval '1 second'
    from (select tenant_id, id from media where due_at <= now() order by due_at limit ${limit} for update skip locked) d
    where m.tenant_id = d.tenant_id and m.id = d.id returning m.tenant_id as "tenantId", m.id, m.status,
      m.created_at between now() - ${ADDRESS_LIFE} and now() as "isOpen"`);
}
