import { sql } from 'kysely';
import { actorJson, type StoredActor } from '../../core/actor.ts';
import { newId } from '../../core/ids.ts';
import type { Membership, RoleName } from '../../core/roles.ts';
import type { TimePosition } from '../../db/lists/keyset.ts';
import { rowsFor } from '../../db/lists/page-rows.ts';
import type { Runner } from '../../db/query.ts';

export interface InvitationRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly email: string | null;
  readonly role: RoleName;
  readonly brand_ids: string[] | null;
  readonly sending: Membership['sending'];
  readonly can_approve: boolean;
  readonly state: 'pending' | 'accepted' | 'expired';
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly created_by: StoredActor | null;
}

const columns = sql`i.id, i.workspace_id, i.email, i.role, i.brand_ids, i.sending, i.can_approve, i.expires_at, i.created_at, i.created_by,
  case when i.accepted_at is not null then 'accepted' when i.expires_at <= now() then 'expired' else 'pending' end as state`;

export interface NewInvitation extends Membership {
  readonly workspaceId: string;
  readonly email: string | null;
  readonly days: number;
  readonly hash: Buffer;
  readonly mailHash: Buffer | null;
  /** undefined: the operator. */
  readonly by: StoredActor | undefined;
}

export async function create(db: Runner, invitation: NewInvitation): Promise<InvitationRow> {
  const { workspaceId, email, role, brandIds, sending, canApprove, days, hash, mailHash, by } = invitation;
  const row = await db.first(sql<InvitationRow>`
    insert into invitations as i (workspace_id, id, hash, mail_hash, email, role, brand_ids, sending, can_approve, expires_at, created_by)
    values (${workspaceId}, ${newId('minv')}, ${hash}, ${mailHash}, ${email}, ${role}, ${brandIds}, ${sending}, ${canApprove},
      now() + ${days} * interval '1 day', ${actorJson(by)}::jsonb) returning ${columns}`);
  return row as InvitationRow;
}

/** One page of invitations and at least one row more, the newest first. */
export async function list(
  db: Runner,
  workspaceId: string,
  after: TimePosition | undefined,
  limit: number,
): Promise<InvitationRow[]> {
  const beyond =
    after === undefined
      ? sql`true`
      : sql`(i.created_at, i.id) < (${after[0]}::timestamptz, ${after[1]}::text collate "C")`;
  return db.run(sql<InvitationRow>`select ${columns} from invitations i where i.workspace_id = ${workspaceId} and ${beyond}
    order by i.created_at desc, i.id desc limit ${rowsFor(limit)}`);
}

/** Withdraws an invitation. The row, unless there is none or it was accepted. */
export async function remove(tx: Runner, workspaceId: string, id: string): Promise<InvitationRow | undefined> {
  return tx.first(sql<InvitationRow>`delete from invitations i
    where i.workspace_id = ${workspaceId} and i.id = ${id} and i.accepted_at is null returning ${columns}`);
}

/** An invitation by the hash of a token of its. `isMailed`: the token was in its mail, so its holder reads the address. */
export interface FoundInvitation extends InvitationRow {
  readonly workspace_name: string;
  readonly is_mailed: boolean;
}

export async function find(system: Runner, hash: Buffer): Promise<FoundInvitation | undefined> {
  return system.first(sql<FoundInvitation>`
    select ${columns}, w.name as workspace_name, coalesce(i.mail_hash = ${hash}, false) as is_mailed
    from invitations i join workspaces w on w.id = i.workspace_id
    join owners o on o.workspace_id = w.id and o.deleted_at is null
    where i.hash = ${hash} or i.mail_hash = ${hash}`);
}

/** Takes an invitation, once. False when somebody has taken it, or it has expired or was withdrawn. */
export async function accept(tx: Runner, id: string): Promise<boolean> {
  const accepted = await tx.first(sql`update invitations set accepted_at = now()
    where id = ${id} and accepted_at is null and expires_at > now() returning 1`);
  return accepted !== undefined;
}

/** The invitations of a workspace that nobody has accepted, the oldest first. */
export async function pending(system: Runner, workspaceId: string): Promise<InvitationRow[]> {
  return system.run(sql<InvitationRow>`select ${columns} from invitations i
    where i.workspace_id = ${workspaceId} and i.accepted_at is null and i.expires_at > now() order by i.created_at, i.id`);
}

export async function setHash(system: Runner, id: string, hash: Buffer): Promise<void> {
  await system.run(sql`update invitations set hash = ${hash}, mail_hash = null where id = ${id}`);
}

/** Withdraws every invitation that nobody has accepted. */
export async function removePending(system: Runner): Promise<void> {
  await system.run(sql`delete from invitations where accepted_at is null`);
}
