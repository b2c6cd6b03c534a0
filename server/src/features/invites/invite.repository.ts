import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { FoundInvite, InviteRow } from './invite.ts';

const columns = sql`id, brand_id, platform, account_id, token, expires_at + tenant_ahead() as expires_at, created_at,
  case when used_at is not null then 'used' when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'active' end as status`;
const isActive = sql`used_at is null and revoked_at is null and expires_at > now()`;

export async function list(
  db: Runner,
  tenantId: string,
  filter: { brandId: string; after: readonly [string, string] | undefined; limit: number },
): Promise<InviteRow[]> {
  const { brandId, after, limit } = filter;
  const beyond =
    after === undefined ? sql`true` : sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::text collate "C")`;
  return db.run(sql<InviteRow>`
    select ${columns} from invites where tenant_id = ${tenantId} and brand_id = ${brandId} and ${beyond}
    order by created_at desc, id desc limit ${limit + 1}`);
}

export interface NewInvite {
  readonly id: string;
  readonly brandId: string;
  readonly platform: string;
  /** The account that it connects again. */
  readonly accountId: string | null;
  readonly tokenHash: Buffer;
  readonly token: string;
  readonly days: number;
}

export async function insert(tx: Runner, tenantId: string, invite: NewInvite): Promise<InviteRow> {
  const row = await tx.first(sql<InviteRow>`
    insert into invites (tenant_id, id, brand_id, platform, account_id, token_hash, token, expires_at)
    values (${tenantId}, ${invite.id}, ${invite.brandId}, ${invite.platform}, ${invite.accountId}, ${invite.tokenHash}, ${invite.token}, now() + ${invite.days} * interval '1 day')
    returning ${columns}`);
  return row as InviteRow;
}

/** Whether the brand has an open invite for the platform. Locks the brand's row. */
export async function hasActive(tx: Runner, tenantId: string, brandId: string, platform: string): Promise<boolean> {
  const row = await tx.first(sql`
    select 1 from invites where tenant_id = ${tenantId} and brand_id = ${brandId} and platform = ${platform} and ${isActive} limit 1`);
  return row !== undefined;
}

/** Revokes an unused invite; false when there was none. */
export async function revoke(tx: Runner, tenantId: string, id: string): Promise<boolean> {
  const rows = await tx.run(sql`
    update invites set revoked_at = coalesce(revoked_at, now()) where tenant_id = ${tenantId} and id = ${id} and used_at is null returning 1`);
  return rows.length > 0;
}

/** Uses an invite up; false when it is used, revoked or expired. */
export async function use(tx: Runner, tenantId: string, id: string): Promise<boolean> {
  const rows = await tx.run(sql`
    update invites set used_at = now() where tenant_id = ${tenantId} and id = ${id} and ${isActive} returning 1`);
  return rows.length > 0;
}

const accountName = sql`(select '@' || a.username from accounts a
  where a.tenant_id = invites.tenant_id and a.id = invites.account_id) as account_name`;

/** The invite of a token, in all tenants. */
export async function byToken(system: Runner, tokenHash: Buffer): Promise<FoundInvite | undefined> {
  return system.first(sql<FoundInvite>`
    select tenant_id, ${accountName}, ${columns} from invites where token_hash = ${tokenHash}`);
}

/** The hashes of the tokens of all active invites. */
export async function activeTokens(system: Runner): Promise<Buffer[]> {
  const rows = await system.run(sql<{ hash: Buffer }>`
    select token_hash as hash from invites where ${isActive} order by token_hash`);
  return rows.map(({ hash }) => hash);
}

/** An invite of a tenant. */
export async function byId(db: Runner, tenantId: string, id: string): Promise<FoundInvite | undefined> {
  return db.first(sql<FoundInvite>`
    select tenant_id, ${accountName}, ${columns} from invites where tenant_id = ${tenantId} and id = ${id}`);
}
