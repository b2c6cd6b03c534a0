import { type RawBuilder, sql } from 'kysely';
import { tokenRenewed } from '../../core/observing/channels.ts';
import type { Transaction } from '../../db/database.ts';
import type { Runner } from '../../db/query.ts';
import type { AccountRow } from './account.ts';

const columns = sql`id, brand_id, platform, platform_id, name, username, picture_url, bio, metadata, status, reconnect_reason, login_id, created_at`;

/** Connected accounts among these ids. */
export async function byIds(db: Runner, tenantId: string, ids: readonly string[]): Promise<AccountRow[]> {
  if (ids.length === 0) return [];
  return db.run(
    sql<AccountRow>`select ${columns} from accounts where tenant_id = ${tenantId} and id = any (${ids}) and disconnected_at is null`,
  );
}

export async function byId(db: Runner, tenantId: string, id: string): Promise<AccountRow | undefined> {
  return (await byIds(db, tenantId, [id]))[0];
}

/** The ids of the accounts of these brands, for `in`. */
function ofBrands(tenantId: string, brandIds: readonly string[]) {
  return sql`(select id from accounts where tenant_id = ${tenantId} and brand_id = any (${brandIds}))`;
}

/** The condition that a row's account is of one of these brands; undefined: of any brand. */
export function isOfBrands(
  tenantId: string,
  brandIds: readonly string[] | undefined,
  accountId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (brandIds === undefined) return sql`true`;
  return sql`${accountId} in ${ofBrands(tenantId, brandIds)}`;
}

interface ShownAccounts {
  readonly accountId?: string | undefined;
  readonly brandIds?: readonly string[] | undefined;
  readonly platform?: string | undefined;
}

/** The ids of the accounts that a list shows, also of those that were disconnected. undefined: any account. */
export async function idsShown(
  db: Runner,
  tenantId: string,
  { accountId, brandIds, platform }: ShownAccounts,
): Promise<readonly string[] | undefined> {
  if (accountId !== undefined && brandIds === undefined) return [accountId];
  if (brandIds === undefined && platform === undefined) return undefined;
  const conditions = [sql`tenant_id = ${tenantId}`];
  if (brandIds !== undefined) conditions.push(sql`brand_id = any (${brandIds})`);
  if (platform !== undefined) conditions.push(sql`platform = ${platform}`);
  const rows = await db.run(sql<{ id: string }>`select id from accounts where ${sql.join(conditions, sql` and `)}`);
  return rows.map(({ id }) => id).filter((id) => accountId === undefined || id === accountId);
}

export interface AccountFilter {
  /** undefined: all. */
  readonly brandIds?: readonly string[] | undefined;
  readonly platform?: string;
  readonly after?: readonly [string, string];
  readonly limit: number;
}

/** One page of connected accounts and one row more, newest first. */
export async function list(db: Runner, tenantId: string, filter: AccountFilter): Promise<AccountRow[]> {
  const conditions = [sql`tenant_id = ${tenantId}`, sql`disconnected_at is null`];
  if (filter.brandIds !== undefined) conditions.push(sql`brand_id = any (${filter.brandIds})`);
  if (filter.platform !== undefined) conditions.push(sql`platform = ${filter.platform}`);
  if (filter.after !== undefined)
    conditions.push(sql`(created_at, id) < (${filter.after[0]}::timestamptz, ${filter.after[1]})`);
  return db.run(sql<AccountRow>`select ${columns} from accounts where ${sql.join(conditions, sql` and `)}
    order by created_at desc, id desc limit ${filter.limit + 1}`);
}

/** The connected accounts on these platforms, of these brands; undefined: of all. */
export async function onPlatforms(
  db: Runner,
  tenantId: string,
  platforms: readonly string[],
  brandIds: readonly string[] | undefined,
): Promise<AccountRow[]> {
  return db.run(sql<AccountRow>`select ${columns} from accounts
    where tenant_id = ${tenantId} and platform = any (${platforms}) and disconnected_at is null
      and ${isOfBrands(tenantId, brandIds, sql`id`)} order by id`);
}

/** The accounts among these that were asked for news within a minute. */
export async function polledWithinMinute(db: Runner, tenantId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.run(sql<{ id: string }>`select id from accounts
    where tenant_id = ${tenantId} and id = any (${ids}) and polled_at > now() - interval '1 minute'`);
  return new Set(rows.map(({ id }) => id));
}

export interface NewAccount {
  readonly id: string;
  readonly brandId: string;
  readonly platform: string;
  readonly platformId: string;
  /** The server on which the id is unique; empty where the whole platform is. */
  readonly server: string;
  readonly name: string;
  readonly username: string;
  readonly pictureUrl: string | null;
  readonly bio: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Encrypted. */
  readonly credentials: string;
  /** The platform app's client id: a pause of the app pauses the account. */
  readonly appId: string;
  readonly tokenExpiresAt: string | null;
  /** Whether only polling brings news. Other accounts are read a minute later, for their old conversations. */
  readonly isPolled: boolean;
  /** The login that it was connected with, where one login serves several accounts. */
  readonly loginId?: string | undefined;
}

/** Writes a connected account. */
export async function insert(tx: Runner, tenantId: string, account: NewAccount): Promise<AccountRow> {
  const [row] = await tx.run(sql<AccountRow>`
    insert into accounts (tenant_id, id, brand_id, platform, platform_id, server, name, username, picture_url, bio, metadata, credentials, app_id, token_expires_at, poll_due_at, login_id)
    values (${tenantId}, ${account.id}, ${account.brandId}, ${account.platform}, ${account.platformId}, ${account.server}, ${account.name}, ${account.username},
      ${account.pictureUrl}, ${account.bio}, ${JSON.stringify(account.metadata)}, ${account.credentials}, ${account.appId}, ${account.tokenExpiresAt}::timestamptz - tenant_ahead(),
      case when ${account.isPolled} then now() else now() + interval '1 minute' end, ${account.loginId ?? null})
    returning ${columns}`);
  return row as AccountRow;
}

/** The connected accounts with these ids on their platform, on any of its servers, locked until the transaction ends. */
export async function lockByPlatformIds(
  tx: Runner,
  tenantId: string,
  platform: string,
  platformIds: readonly string[],
): Promise<AccountRow[]> {
  return tx.run(sql<AccountRow>`select ${columns} from accounts
    where tenant_id = ${tenantId} and platform = ${platform} and platform_id = any (${platformIds}) and disconnected_at is null
    order by id for update`);
}

/** The connected accounts with these ids on their platform, each with its brand. */
export async function brandsOf(
  db: Runner,
  tenantId: string,
  platform: string,
  platformIds: readonly string[],
): Promise<{ id: string; platform_id: string; brand_id: string; brand_name: string }[]> {
  return db.run(sql<{ id: string; platform_id: string; brand_id: string; brand_name: string }>`
    select a.id, a.platform_id, a.brand_id, coalesce(b.name, '') as brand_name
    from accounts a left join brands b on b.tenant_id = a.tenant_id and b.id = a.brand_id
    where a.tenant_id = ${tenantId} and a.platform = ${platform} and a.platform_id = any (${platformIds}) and a.disconnected_at is null`);
}

/** The accounts of a brand on a platform. */
export async function ofBrand(
  tx: Runner,
  tenantId: string,
  place: { readonly brandId: string; readonly platform: string },
): Promise<Pick<AccountRow, 'id' | 'login_id' | 'status'>[]> {
  return tx.run(sql<Pick<AccountRow, 'id' | 'login_id' | 'status'>>`
    select id, login_id, status from accounts where tenant_id = ${tenantId} and brand_id = ${place.brandId} and platform = ${place.platform}
      and disconnected_at is null`);
}

/** Connects an account again with new tokens and profile. A token refresh that still runs becomes void. */
export async function reconnect(tx: Transaction, tenantId: string, account: NewAccount): Promise<AccountRow> {
  const [row] = await tx.run(sql<AccountRow>`
    update accounts set brand_id = ${account.brandId}, server = ${account.server}, name = ${account.name}, username = ${account.username}, picture_url = ${account.pictureUrl},
      bio = ${account.bio}, metadata = ${JSON.stringify(account.metadata)}, credentials = ${account.credentials}, app_id = ${account.appId},
      token_expires_at = ${account.tokenExpiresAt}::timestamptz - tenant_ahead(), login_id = ${account.loginId ?? null}, refresh_lease_until = '-infinity', status = 'active', reconnect_reason = null,
      poll_due_at = case when ${account.isPolled} then now() else now() + interval '1 minute' end, updated_at = now()
    where tenant_id = ${tenantId} and id = ${account.id} returning ${columns}`);
  tx.afterCommit(() => tokenRenewed.publish({ tenantId, accountId: account.id }));
  return row as AccountRow;
}

/** The ids of connected accounts, at most `limit`. */
export async function connectedIds(db: Runner, tenantId: string, limit: number): Promise<string[]> {
  const rows = await db.run(sql<{ id: string }>`
    select id from accounts where tenant_id = ${tenantId} and disconnected_at is null order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** A connected account as a session needs it; undefined when it is not connected. */
export async function forSession(system: Runner, tenantId: string, id: string): Promise<SessionAccountRow | undefined> {
  return system.first(sql<SessionAccountRow>`
    select a.platform, a.platform_id, a.username, a.metadata, a.credentials, a.status, a.app_id,
      extract(epoch from greatest(a.not_before, p.until, now()) - now())::float8 as paused_seconds
    from accounts a left join app_pauses p on p.platform = a.platform and p.app_id = a.app_id
    where a.tenant_id = ${tenantId} and a.id = ${id} and a.disconnected_at is null`);
}

export interface SessionAccountRow extends Pick<AccountRow, 'platform' | 'platform_id' | 'username' | 'status'> {
  readonly metadata: Record<string, unknown>;
  /** Encrypted. */
  readonly credentials: string;
  readonly app_id: string;
  /** Until the throttle of the account or its app ends; 0: there is none. */
  readonly paused_seconds: number;
}

/** Whether the account is connected and still has exactly these tokens. */
export async function hasCredentials(db: Runner, tenantId: string, id: string, credentials: string): Promise<boolean> {
  const found = await db.first(sql`select 1 from accounts
    where tenant_id = ${tenantId} and id = ${id} and credentials = ${credentials} and disconnected_at is null`);
  return found !== undefined;
}

/** The throttled accounts among these, with the seconds until their pause ends. */
export async function pausedSeconds(
  db: Runner,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.run(sql<{ id: string; seconds: number }>`
    select id, ceil(extract(epoch from not_before - now()))::int as seconds from accounts
    where tenant_id = ${tenantId} and id = any (${ids}) and not_before > now()`);
  return new Map(rows.map(({ id, seconds }) => [id, seconds]));
}

/** An account of the same brand and platform as the account `asked`, which is listed itself too. */
export interface Sibling {
  readonly asked: string;
  readonly platform: string;
  readonly id: string;
  readonly platform_id: string;
}

/** The connected accounts of the same brands and platforms as these accounts. */
export async function siblingsOf(db: Runner, tenantId: string, ids: readonly string[]): Promise<Sibling[]> {
  return db.run(sql<Sibling>`
    select a.id as asked, a.platform, p.id, p.platform_id
    from accounts a join accounts p on p.tenant_id = a.tenant_id and p.brand_id = a.brand_id and p.platform = a.platform
    where a.tenant_id = ${tenantId} and a.id = any (${ids}) and a.disconnected_at is null and p.disconnected_at is null`);
}
