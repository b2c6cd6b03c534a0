import { sql } from 'kysely';
import { actorJson, type StoredActor } from '../../core/actor.ts';
import type { Membership, RoleName } from '../../core/roles.ts';
import type { Runner } from '../../db/query.ts';

export interface MemberRow {
  readonly user_id: string;
  readonly name: string;
  readonly address: string;
  readonly is_proved: boolean;
  readonly role: RoleName;
  readonly brand_ids: string[] | null;
  readonly sending: Membership['sending'];
  readonly can_approve: boolean;
  readonly created_at: Date;
  readonly created_by: StoredActor | null;
  readonly changed_by: StoredActor | null;
}

const columns = sql`m.user_id, p.name, p.address, p.is_proved, m.role, m.brand_ids, m.sending, m.can_approve, m.created_at, m.created_by, m.changed_by`;

/** All members of the workspace of this tenant, the first one first. */
export async function list(db: Runner, workspaceId: string): Promise<MemberRow[]> {
  return db.run(sql<MemberRow>`select ${columns} from memberships m join people_of_workspace() p on p.user_id = m.user_id
    where m.workspace_id = ${workspaceId} order by m.created_at, m.user_id`);
}

/** The memberships of a workspace, locked: roles change one after the other, so that an owner stays. */
export async function lock(tx: Runner, workspaceId: string): Promise<{ user_id: string; role: RoleName }[]> {
  return tx.run(sql<{ user_id: string; role: RoleName }>`
    select user_id, role from memberships where workspace_id = ${workspaceId} order by user_id for update`);
}

/** Makes the person a member; false when it is one. */
export async function add(
  tx: Runner,
  {
    workspaceId,
    userId,
    by,
    ...membership
  }: Membership & { readonly workspaceId: string; readonly userId: string; readonly by: StoredActor | null },
): Promise<boolean> {
  const { role, brandIds, sending, canApprove } = membership;
  const added =
    await tx.first(sql`insert into memberships (workspace_id, user_id, role, brand_ids, sending, can_approve, created_by)
    values (${workspaceId}, ${userId}, ${role}, ${brandIds}, ${sending}, ${canApprove}, ${actorJson(by ?? undefined)}::jsonb)
    on conflict do nothing returning 1`);
  return added !== undefined;
}

export async function update(
  tx: Runner,
  workspaceId: string,
  userId: string,
  { role, brandIds, sending, canApprove }: Membership,
  by: StoredActor,
): Promise<void> {
  await tx.run(sql`update memberships set role = ${role}, brand_ids = ${brandIds}, sending = ${sending}, can_approve = ${canApprove},
      changed_by = ${actorJson(by)}::jsonb, updated_at = now()
    where workspace_id = ${workspaceId} and user_id = ${userId}`);
}

export async function remove(tx: Runner, workspaceId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from memberships where workspace_id = ${workspaceId} and user_id = ${userId}`);
}
