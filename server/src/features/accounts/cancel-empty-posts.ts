import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

/** Scheduled posts of which no target is left become `cancelled`. */
export async function cancelEmptyPosts(tx: Runner, tenantId: string, postIds: readonly string[]): Promise<void> {
  if (postIds.length === 0) return;
  await tx.run(sql`
    update posts p set status = 'cancelled', updated_at = tenant_now()
    where p.tenant_id = ${tenantId} and p.id = any (${postIds}) and p.status = 'scheduled'
      and not exists (select from actions a where a.tenant_id = p.tenant_id and a.post_id = p.id and a.kind = 'publish' and a.status <> 'cancelled')`);
}
