import type { FileFacts } from '@hubbub/media-info';
import { sql } from 'kysely';
import { limitByPlan } from '../../../core/billing/plans.ts';
import type { Claim } from '../../../core/worker.ts';
import { claimDue } from '../../../db/claim-due.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Runner } from '../../../db/query.ts';

/** After this time no upload reaches the store. Its addresses accept new uploads for a quarter of it. */
const ADDRESS_LIFETIME = sql`interval '1 hour'`;

/** The abort reason of a transaction that would exceed the plan's storage. */
export const STORAGE_FULL = 'quota:storage';

/** The limit of the plan in a tenant's row. */
const MAX = sql`limit_of(plan, ${limitByPlan('storageBytesMax')}::jsonb)`;

/**
 * Reserves more bytes for a pending item, or aborts the transaction with STORAGE_FULL. False when the item is no longer
 * pending. Locks follow the order of every writer: the item first, the tenant last.
 */
export async function reserve(tx: Runner, tenantId: string, id: string, bytes: number): Promise<boolean> {
  const row = await tx.first(sql`
    update media set reserved_bytes = reserved_bytes + ${bytes}
    where tenant_id = ${tenantId} and id = ${id} and status = 'pending' returning 1 as one`);
  if (row === undefined) return false;
  await tx.run(sql`
    with held as (
      update tenants set storage_reserved_bytes = storage_reserved_bytes + ${bytes}
      where tenant_id = ${tenantId} and (${MAX} = -1 or storage_bytes + storage_reserved_bytes + ${bytes}::bigint <= ${MAX})
      returning 1
    )
    select case when not exists (select from held) then refuse(${STORAGE_FULL}) end`);
  return true;
}

/** Makes a pending item ready: its reservation becomes its use. Aborts and returns false like `reserve`. */
export async function markReady(
  tx: Transaction,
  tenantId: string,
  id: string,
  {
    bytes,
    facts,
    mayArriveAgain,
  }: { readonly bytes: number; readonly facts: FileFacts; readonly mayArriveAgain: boolean },
): Promise<boolean> {
  const held = await lockPending(tx, tenantId, id);
  if (held === undefined) return false;
  await tx.run(sql`
    update media set status = 'ready', size_bytes = ${bytes}, content_type = ${facts.contentType}, facts = ${JSON.stringify(facts)}::jsonb,
      reserved_bytes = 0, due_at = case when ${mayArriveAgain}::boolean then now() + ${ADDRESS_LIFETIME} end, updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id}`);
  await tx.run(sql`
    with used as (
      update tenants set storage_bytes = storage_bytes + ${bytes}, media_count = media_count + 1,
        storage_reserved_bytes = storage_reserved_bytes - ${held}
      where tenant_id = ${tenantId} and (${MAX} = -1 or storage_bytes + storage_reserved_bytes - ${held}::bigint + ${bytes}::bigint <= ${MAX})
      returning 1
    )
    select case when not exists (select from used) then refuse(${STORAGE_FULL}) end`);
  return true;
}

/**
 * Fails a pending item and releases its reservation. The cleanup worker removes its files until `clearDue`. False when the
 * item is not pending.
 */
export async function fail(tx: Transaction, tenantId: string, id: string, failure: string): Promise<boolean> {
  const held = await lockPending(tx, tenantId, id);
  if (held === undefined) return false;
  await tx.run(sql`
    update media set status = 'failed', failure = ${failure}, reserved_bytes = 0, due_at = now() + interval '1 minute', updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id}`);
  await releaseReservation(tx, tenantId, held);
  return true;
}

/** Ends the cleanup worker's interest in an item. */
export async function clearDue(db: Runner, tenantId: string, id: string): Promise<void> {
  await db.run(
    sql`update media set due_at = null where tenant_id = ${tenantId} and id = ${id} and status in ('failed', 'ready')`,
  );
}

/** Hides the item and releases its storage. The cleanup worker removes its files unless the caller does. */
export async function markRemoving(tx: Transaction, tenantId: string, id: string): Promise<boolean> {
  const row = await tx.first(sql<{ status: string; size_bytes: number; reserved_bytes: number }>`
    select status, size_bytes, reserved_bytes from media where tenant_id = ${tenantId} and id = ${id} and status <> 'removing' for update`);
  if (row === undefined) return false;
  await tx.run(sql`
    update media set status = 'removing', reserved_bytes = 0, due_at = now() + interval '1 minute' where tenant_id = ${tenantId} and id = ${id}`);
  if (row.status === 'ready')
    await tx.run(sql`
      update tenants set storage_bytes = greatest(storage_bytes - ${row.size_bytes}, 0), media_count = greatest(media_count - 1, 0)
      where tenant_id = ${tenantId}`);
  else await releaseReservation(tx, tenantId, row.reserved_bytes);
  return true;
}

async function lockPending(tx: Runner, tenantId: string, id: string): Promise<number | undefined> {
  const row = await tx.first(sql<{ reserved_bytes: number }>`
    select reserved_bytes from media where tenant_id = ${tenantId} and id = ${id} and status = 'pending' for update`);
  return row === undefined ? undefined : Number(row.reserved_bytes);
}

async function releaseReservation(tx: Runner, tenantId: string, bytes: number): Promise<void> {
  await tx.run(sql`
    update tenants set storage_reserved_bytes = greatest(storage_reserved_bytes - ${bytes}, 0) where tenant_id = ${tenantId}`);
}

export interface Due {
  readonly tenantId: string;
  readonly id: string;
  readonly status: 'pending' | 'failed' | 'removing' | 'ready';
  /** Whether the item's upload address may still take a file. */
  readonly isOpen: boolean;
}

/** Leases items that the cleanup worker has to work on: until the lease ends they are not due. */
export function claim(system: Runner, claim: Claim): Promise<Due[]> {
  const columns = sql`r.tenant_id as "tenantId", r.id, r.status, r.created_at between now() - ${ADDRESS_LIFETIME} and now() as "isOpen"`;
  return claimDue(system, { table: 'media', dueAt: 'due_at' }, claim, columns);
}
