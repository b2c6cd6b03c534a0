import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

/** The people who made these keys, also by other keys; a key without a person is nobody's. */
export async function makersOf(db: Runner, tenantId: string, keyIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.run(sql<{ id: string; user_id: string }>`
    with recursive made as (
      select id::text as id, created_by, 1 as step from api_keys where tenant_id = ${tenantId} and id = any (${keyIds})
      union all
      select m.id, k.created_by, m.step + 1 from made m join api_keys k on k.tenant_id = ${tenantId} and k.id = m.created_by ->> 'id'
      where m.step < 20
    )
    select id, created_by ->> 'id' as user_id from made where created_by ->> 'type' = 'user'`);
  return new Map(rows.map((row) => [row.id, row.user_id]));
}

/** Which of these brands let an author approve what it wrote itself. */
export async function allowSelfApproval(db: Runner, tenantId: string, brandIds: readonly string[]): Promise<boolean> {
  const row = await db.first(sql<{ all: boolean }>`
    select bool_and(self_approval or not approval) as all from brands where tenant_id = ${tenantId} and id = any (${brandIds})`);
  return row?.all === true;
}

/** Somebody who reaches a brand: a person or a key. */
export interface Reaching {
  readonly id: string;
  /** Sends directly and has `can_approve`. */
  readonly approves: boolean;
  readonly writes: boolean;
}

/** The people and the keys that reach a brand, with what they may do about its posts. */
export async function reaching(
  db: Runner,
  { tenantId, workspaceId }: { readonly tenantId: string; readonly workspaceId: string },
  brandId: string,
): Promise<Reaching[]> {
  return db.run(sql<Reaching>`
    select user_id as id, role in ('owner', 'admin', 'editor') as writes,
      sending = 'direct' and (role in ('owner', 'admin', 'client') or role in ('editor', 'responder') and can_approve) as approves
    from memberships where workspace_id = ${workspaceId} and (brand_ids is null or ${brandId} = any (brand_ids))
    union all
    select id, cardinality(scopes) = 0 or 'posts:write' = any (scopes), can_approve and sending = 'direct'
    from api_keys where tenant_id = ${tenantId} and is_active and (expires_at is null or expires_at > now())
      and (cardinality(brand_ids) = 0 or ${brandId} = any (brand_ids))`);
}
