import { sql } from 'kysely';
import type { DisconnectedAccount } from '../../core/platform-access.ts';
import type { Tenant } from '../../core/tenant.ts';
import { claimDue } from '../../db/claim-due.ts';
import type { Runner } from '../../db/query.ts';

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
    on conflict (tenant_id, id) do update set credentials = excluded.credentials
    returning ${columns}`);
}

export async function remove(db: Runner, tenantId: string, ids: readonly string[]): Promise<void> {
  await db.run(sql`delete from revocations where tenant_id = ${tenantId} and id = any (${ids})`);
}

/** Access that is to be revoked, and its tenant. */
export interface Revocation extends DisconnectedAccount {
  readonly tenantId: string;
  readonly mode: Tenant['mode'];
}

export async function claim(system: Runner, limit: number, leaseSeconds: number): Promise<Revocation[]> {
  return claimDue(
    system,
    { table: 'revocations', dueAt: 'due_at' },
    limit,
    leaseSeconds,
    sql`r.tenant_id as "tenantId", t.mode, r.id, r.platform, r.platform_id, r.username, r.metadata, r.credentials`,
    sql`join tenants t on t.tenant_id = r.tenant_id`,
  );
}
