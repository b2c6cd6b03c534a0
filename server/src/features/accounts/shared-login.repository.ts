import { sql } from 'kysely';
import { tokenRenewed } from '../../core/observing/channels.ts';
import type { Vault } from '../../core/tools.ts';
import type { Transaction } from '../../db/database.ts';
import type { Runner } from '../../db/query.ts';
import type { AccountRow } from './account.ts';
import type { Credentials } from './credentials.ts';

/** One person's login, which serves pages of several brands. */
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
  const place = associatedDataOf(tenantId, row.platform, row.platform_id);
  const credentials = JSON.parse(vault.decrypt(row.credentials, place)) as Credentials;
  return { id: row.id, platform: row.platform, personId: row.platform_id, credentials };
}

/** The id of a person's login, if it serves an account. */
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

/** Writes a login, or new tokens of the person's existing one. Returns its id. */
export async function save(tx: Runner, vault: Vault, tenantId: string, login: SharedLogin): Promise<string> {
  const { id, platform, personId } = login;
  const encrypted = vault.encrypt(JSON.stringify(login.credentials), associatedDataOf(tenantId, platform, personId));
  const row = await tx.first(sql<{ id: string }>`
    insert into shared_logins (tenant_id, id, platform, platform_id, credentials)
    values (${tenantId}, ${id}, ${platform}, ${personId}, ${encrypted})
    on conflict (tenant_id, platform, platform_id) do update set credentials = excluded.credentials, updated_at = now()
    returning id`);
  return row?.id as string;
}

/** The accounts of a login, with the names of their brands. */
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

/** The accounts of a login, locked until the transaction ends. */
export async function lockHeld(
  tx: Runner,
  tenantId: string,
  loginId: string,
): Promise<Pick<AccountRow, 'id' | 'platform_id'>[]> {
  return tx.run(sql<Pick<AccountRow, 'id' | 'platform_id'>>`
    select id, platform_id from accounts
    where tenant_id = ${tenantId} and login_id = ${loginId} and disconnected_at is null order by id for update`);
}

/** Writes new tokens from a login of the same person. True when the account had to be reconnected before. */
export async function renew(
  tx: Transaction,
  tenantId: string,
  id: string,
  options: { readonly credentials: string; readonly tokenExpiresAt: string | null },
): Promise<boolean> {
  const row = await tx.first(sql<{ was: string }>`
    update accounts a set credentials = ${options.credentials}, token_expires_at = ${options.tokenExpiresAt}::timestamptz - tenant_ahead(), status = 'active',
      reconnect_reason = null, updated_at = now()
    from (select id, status from accounts where tenant_id = ${tenantId} and id = ${id}) as before
    where a.tenant_id = ${tenantId} and a.id = before.id returning before.status as was`);
  tx.afterCommit(() => tokenRenewed.publish({ tenantId, accountId: id }));
  return row?.was === 'reconnect_required';
}

/** Marks that the login no longer reaches the account. True when it did until now. */
export async function lose(tx: Runner, tenantId: string, id: string, reason: string): Promise<boolean> {
  const rows = await tx.run(sql`
    update accounts set status = 'reconnect_required', reconnect_reason = ${reason}, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id} and status = 'active' returning 1`);
  return rows.length > 0;
}

/** Deletes logins that serve no account any more. */
export async function removeUnused(tx: Runner, tenantId: string): Promise<void> {
  const isUnused = sql`tenant_id = ${tenantId} and not exists (
    select from accounts a where a.tenant_id = l.tenant_id and a.login_id = l.id and a.disconnected_at is null)`;
  const unused = await tx.run(sql`select 1 from shared_logins l where ${isUnused} order by id for update`);
  // Checks again after locking, because an account may have been connected meanwhile.
  if (unused.length > 0) await tx.run(sql`delete from shared_logins l where ${isUnused}`);
}

/** The data that is authenticated with an encrypted login. */
export function associatedDataOf(tenantId: string, platform: string, personId: string): string {
  return `${tenantId}|shared_logins|${platform}|${personId}|credentials`;
}
