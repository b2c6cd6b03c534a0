import { sql } from 'kysely';
import type { Transaction } from '../core/context.ts';
import type { Runner } from '../db/query.ts';

/** Any fixed number: processes that start together on one database queue up here. */
const LOCK = 7_482_302;

/**
 * Waits until no other process seeds this database; the transaction's end releases the lock. The transaction is idle while
 * accounts are connected, which takes long on a slow machine.
 */
export async function lockSeeding(tx: Transaction): Promise<void> {
  await tx.run(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);
  await tx.run(sql`select pg_advisory_xact_lock(${LOCK})`);
}

/** Whether there is a key, or a workspace with another name than the first one's. */
export async function isSeeded(system: Runner, firstName: string): Promise<boolean> {
  const found = await system.first(
    sql`select 1 from workspaces where name <> ${firstName} union all select 1 from api_keys limit 1`,
  );
  return found !== undefined;
}

/** The platforms on which a tenant has an account. */
export async function connectedPlatforms(system: Runner, tenantId: string): Promise<string[]> {
  const rows = await system.run(sql<{ platform: string }>`select platform from accounts where tenant_id = ${tenantId}`);
  return rows.map(({ platform }) => platform);
}
