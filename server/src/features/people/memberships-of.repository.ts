import { sql } from 'kysely';
import { type Membership, mayApprove, type RoleName } from '../../core/roles.ts';
import type { Runner } from '../../db/query.ts';

/** What a person may do, as `GET /session` tells it: by the name of the workspace. Deleted workspaces are left out. */
export async function membershipsOf(system: Runner, userId: string) {
  const rows = await system.run(sql<{
    workspace: string;
    name: string;
    role: RoleName;
    brand_ids: string[] | null;
    sending: Membership['sending'];
    can_approve: boolean;
  }>`
    select m.workspace_id as workspace, w.name, m.role, m.brand_ids, m.sending, m.can_approve
    from memberships m join workspaces w on w.id = m.workspace_id
    join owners o on o.workspace_id = m.workspace_id and o.deleted_at is null
    where m.user_id = ${userId} order by w.name, m.workspace_id`);
  return rows.map((row) => ({ ...row, can_approve: mayApprove({ role: row.role, canApprove: row.can_approve }) }));
}
