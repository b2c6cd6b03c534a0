import { sql } from 'kysely';
import type { World } from '../../core/tenant.ts';
import type { Claim } from '../../core/worker.ts';
import { claimDue } from '../../db/claim-due.ts';
import type { Runner } from '../../db/query.ts';
import { worldOf } from '../../db/world.ts';

/** A post that waits and shows files at addresses. */
export interface CopyJob {
  readonly tenantId: string;
  readonly id: string;
  readonly postId: string;
  readonly world: World | null;
}

/** How long a file that could not be copied is left alone. */
const RETRY_MINUTES = 10;

/** Leases posts whose files are to be copied: until the lease ends they are not due. */
export function claimCopies(system: Runner, claim: Claim): Promise<CopyJob[]> {
  return claimDue(
    system,
    { table: 'held', dueAt: 'copy_due_at' },
    claim,
    sql`r.tenant_id as "tenantId", r.id, r.post_id as "postId", (select ${worldOf} from tenants t where t.tenant_id = r.tenant_id) as world`,
  );
}

export async function renewCopies(db: Runner, tenantId: string, id: string, seconds: number): Promise<boolean> {
  const row = await db.first(sql`
    update held set copy_due_at = now() + ${seconds} * interval '1 second'
    where tenant_id = ${tenantId} and id = ${id} and copy_due_at > now() returning 1`);
  return row !== undefined;
}

/** Notes the version with the copies; undefined: nothing waits any more. */
export async function endCopies(tx: Runner, tenantId: string, id: string, fingerprint?: string): Promise<void> {
  await tx.run(sql`
    update held set copy_due_at = null, fingerprint = coalesce(${fingerprint ?? null}, fingerprint), blocked_by = null, updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id} and copy_due_at is not null`);
}

/** Notes why a file could not be copied. It is tried again later. */
export async function postponeCopies(db: Runner, tenantId: string, id: string, reason: object): Promise<void> {
  await db.run(sql`
    update held set copy_due_at = now() + ${RETRY_MINUTES} * interval '1 minute', updated_at = tenant_now(),
      blocked_by = ${JSON.stringify(reason)}::jsonb || jsonb_build_object('at', tenant_now())
    where tenant_id = ${tenantId} and id = ${id} and copy_due_at is not null`);
}
