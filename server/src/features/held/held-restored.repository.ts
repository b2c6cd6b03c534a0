import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import { isOpen } from './held-accounts.repository.ts';

/** The mark of what waited when the database was restored. It stays until it is decided. */
export const RESTORED = 'restored';
export const keptBlock = sql`case when blocked_by ->> 'code' = ${RESTORED} then blocked_by end`;

/** The accounts on which the lookups after a restore could not rule out that the post was published. */
export async function accountsInDoubt(db: Runner, tenantId: string, postId: string | null): Promise<string[]> {
  const rows = await db.run(sql<{ id: string }>`
    select distinct f.account_id as id from actions a join restore_findings f on f.tenant_id = a.tenant_id and f.action_id = a.id
    where a.tenant_id = ${tenantId} and a.post_id = ${postId} and a.kind = 'publish' and a.status <> 'published'
      and (f.due_at is not null or f.finding not in ('absent', 'gone', 'cancelled')) order by 1`);
  return rows.map(({ id }) => id);
}

/** Everything that waits is looked at again after a restore. Of all tenants. */
export async function missAll(system: Runner): Promise<void> {
  await system.run(sql`
    update held set state = 'missed', ends_at = null, updated_at = tenant_now(),
      blocked_by = jsonb_build_object('code', ${RESTORED}::text, 'message', 'The database was restored. Look whether it has left already.', 'at', now())
    where ${isOpen}`);
  await system.run(sql`update posts set held = held || '{"state": "missed"}' where held ->> 'state' = 'waiting'`);
}
