import { sql } from 'kysely';
import type { DisconnectedAccount } from '../../core/connecting/platform-access.ts';
import type { World } from '../../core/tenant.ts';
import type { Claim } from '../../core/worker.ts';
import { claimDue } from '../../db/claim-due.ts';
import type { Runner } from '../../db/query.ts';
import { worldOf } from '../../db/world.ts';

const columns = sql`id, platform, platform_id, username, metadata, credentials`;

/** Notes the access of accounts that are about to be disconnected. The worker revokes it after `afterSeconds`. */
export async function add(
  tx: Runner,
  tenantId: string,
  ids: readonly string[],
  afterSeconds: number,
): Promise<DisconnectedAccount[]> {
  return tx.run(sql<DisconnectedAccount>`
    insert into revocations (tenant_id, id, platform, platform_id, username, metadata, credentials, due_at)
    select tenant_id, ${columns}, now() + ${afterSeconds} * interval '1 second' from accounts
    where tenant_id = ${tenantId} and id = any (${ids}) and disconnected_at is null and credentials <> ''
    on conflict (tenant_id, id) do update set credentials = excluded.credentials, due_at = excluded.due_at, noted_at = now(), failures = 0,
      error = null, given_up_at = null
    returning ${columns}`);
}

/** Removes access that was revoked. Access of the same account that was noted meanwhile stays. */
export async function remove(
  db: Runner,
  tenantId: string,
  revoked: readonly Pick<DisconnectedAccount, 'id' | 'credentials'>[],
): Promise<void> {
  const ids = revoked.map(({ id }) => id);
  const credentials = revoked.map((account) => account.credentials);
  await db.run(sql`
    delete from revocations r using unnest(${ids}::text[], ${credentials}::text[]) as x (id, credentials)
    where r.tenant_id = ${tenantId} and r.id = x.id and r.credentials = x.credentials`);
}

/** Access that is to be revoked, and its tenant. */
export interface Revocation extends DisconnectedAccount {
  readonly tenantId: string;
  readonly world: World | null;
  /** Tries that failed before this one. */
  readonly failures: number;
}

export async function claim(system: Runner, claim: Claim): Promise<Revocation[]> {
  return claimDue(
    system,
    { table: 'revocations', dueAt: 'due_at' },
    claim,
    sql`r.tenant_id as "tenantId", ${worldOf} as world, r.id, r.platform, r.platform_id, r.username, r.metadata, r.credentials, r.failures`,
    // The access of a live tenant outlives it.
    sql`left join tenants t on t.tenant_id = r.tenant_id`,
  );
}

export const REVOKE_DAYS_MAX = 30;

/**
 * Postpones a revocation that failed. After 30 days it is given up: its tokens are deleted, and the row stays. Returns
 * whether it was given up.
 */
export async function postpone(
  system: Runner,
  { tenantId, id, credentials }: Revocation,
  { afterSeconds, reason }: { readonly afterSeconds: number; readonly reason: string },
): Promise<boolean> {
  const isOver = sql`noted_at < now() - ${REVOKE_DAYS_MAX} * interval '1 day'`;
  const row = await system.first(sql<{ is_over: boolean }>`
    update revocations set failures = failures + 1, error = ${reason.slice(0, 1000)},
      due_at = case when not ${isOver} then now() + ${afterSeconds} * interval '1 second' end,
      given_up_at = case when ${isOver} then now() end, credentials = case when ${isOver} then '' else credentials end
    where tenant_id = ${tenantId} and id = ${id} and credentials = ${credentials} returning given_up_at is not null as is_over`);
  return row?.is_over === true;
}
