import { sql } from 'kysely';
import type { Vault } from '../../core/context.ts';
import type { Runner } from '../../db/query.ts';
import type { AccountRow } from './account.ts';
import type { Credentials } from './credentials.ts';

/** One person's login, that pages of several brands came through. */
export interface SharedLogin {
  readonly id: string;
  readonly platform: string;
  /** The person on the platform. */
  readonly personId: string;
  readonly credentials: Credentials;
}

interface LoginRow {
  id: string;
  platform: string;
  platform_id: string;
  credentials: string;
}

export async function byId(db: Runner, vault: Vault, tenantId: string, id: string): Promise<SharedLogin | undefined> {
  const row = await db.first(sql<LoginRow>`
    select id, platform, platform_id, credentials from shared_logins where tenant_id = ${tenantId} and id = ${id}`);
  if (row === undefined) return undefined;
  const place = placeOf(tenantId, row.platform, row.platform_id);
  const credentials = JSON.parse(vault.open(row.credentials, place)) as Credentials;
  return { id: row.id, platform: row.platform, personId: row.platform_id, credentials };
}

/** The id of a person's login, if an account came through it. */
export async function idOf(
  db: Runner,
  tenantId: string,
  platform: string,
  personId: string,
): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    select id from shared_logins where tenant_id = ${tenantId} and platform = ${platform} and platform_id = ${personId}`);
  return row?.id;
}

/** Writes a login, or new tokens of the one that the person has already; returns its id. */
export async function save(tx: Runner, vault: Vault, tenantId: string, login: SharedLogin): Promise<string> {
  const { id, platform, personId } = login;
  const sealed = vault.seal(JSON.stringify(login.credentials), placeOf(tenantId, platform, personId));
  const row = await tx.first(sql<{ id: string }>`
    insert into shared_logins (tenant_id, id, platform, platform_id, credentials)
    values (${tenantId}, ${id}, ${platform}, ${personId}, ${sealed})
    on conflict (tenant_id, platform, platform_id) do update set credentials = excluded.credentials, updated_at = now()
    returning id`);
  return row?.id as string;
}

/** What came through a login, with the names of the brands. */
export async function heldBy(
  db: Runner,
  tenantId: string,
  loginId: string,
): Promise<{ platform_id: string; name: string; brand_id: string; brand_name: string }[]> {
  return db.run(sql<{ platform_id: string; name: string; brand_id: string; brand_name: string }>`
    select a.platform_id, a.name, a.brand_id, coalesce(b.name, '') as brand_name
    from accounts a left join brands b on b.tenant_id = a.tenant_id and b.id = a.brand_id
    where a.tenant_id = ${tenantId} and a.login_id = ${loginId} and a.disconnected_at is null order by a.name, a.id`);
}

/** The accounts that came through a login, held for the transaction. */
export async function lockHeld(
  tx: Runner,
  tenantId: string,
  loginId: string,
): Promise<Pick<AccountRow, 'id' | 'platform_id'>[]> {
  return tx.run(sql<Pick<AccountRow, 'id' | 'platform_id'>>`
    select id, platform_id from accounts
    where tenant_id = ${tenantId} and login_id = ${loginId} and disconnected_at is null order by id for update`);
}

/** An account's new tokens, from a login of the same person. True when the account works again that did not. */
export async function renew(
  tx: Runner,
  tenantId: string,
  id: string,
  wish: { readonly credentials: string; readonly tokenExpiresAt: string | null },
): Promise<boolean> {
  const row = await tx.first(sql<{ was: string }>`
    update accounts a set credentials = ${wish.credentials}, token_expires_at = ${wish.tokenExpiresAt}::timestamptz - tenant_ahead(), status = 'active',
      reconnect_reason = null, updated_at = now()
    from (select id, status from accounts where tenant_id = ${tenantId} and id = ${id}) as before
    where a.tenant_id = ${tenantId} and a.id = before.id returning before.status as was`);
  return row?.was === 'reconnect_required';
}

/** The account is not reached any more. True when it was until now. */
export async function lose(tx: Runner, tenantId: string, id: string, reason: string): Promise<boolean> {
  const rows = await tx.run(sql`
    update accounts set status = 'reconnect_required', reconnect_reason = ${reason}, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id} and status = 'active' returning 1`);
  return rows.length > 0;
}

/** Forgets the logins that no account needs any more. */
export async function removeUnused(tx: Runner, tenantId: string): Promise<void> {
  const isUnused = sql`tenant_id = ${tenantId} and not exists (
    select from accounts a where a.tenant_id = l.tenant_id and a.login_id = l.id and a.disconnected_at is null)`;
  const unused = await tx.run(sql`select 1 from shared_logins l where ${isUnused} order by id for update`);
  // Looks again once the rows are held: an account may have come meanwhile.
  if (unused.length > 0) await tx.run(sql`delete from shared_logins l where ${isUnused}`);
}

/** What is authenticated with a sealed login. */
export function placeOf(tenantId: string, platform: string, personId: string): string {
  return `${tenantId}|shared_logins|${platform}|${personId}|credentials`;
}
