import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { AccountRow } from './account.ts';

const columns = sql`id, brand_id, platform, platform_id, name, username, picture_url, bio, metadata, status, reconnect_reason, created_at`;

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

export interface AccountFilter {
  readonly brandId?: string;
  readonly platform?: string;
  readonly after?: readonly [string, string];
  readonly limit: number;
}

/** One page of connected accounts and one row more, newest first. */
export async function list(db: Runner, tenantId: string, filter: AccountFilter): Promise<AccountRow[]> {
  const conditions = [sql`tenant_id = ${tenantId}`, sql`disconnected_at is null`];
  if (filter.brandId !== undefined) conditions.push(sql`brand_id = ${filter.brandId}`);
  if (filter.platform !== undefined) conditions.push(sql`platform = ${filter.platform}`);
  if (filter.after !== undefined)
    conditions.push(sql`(created_at, id) < (${filter.after[0]}::timestamptz, ${filter.after[1]})`);
  return db.run(sql<AccountRow>`select ${columns} from accounts where ${sql.join(conditions, sql` and `)}
    order by created_at desc, id desc limit ${filter.limit + 1}`);
}

export interface NewAccount {
  readonly id: string;
  readonly brandId: string;
  readonly platform: string;
  readonly platformId: string;
  readonly name: string;
  readonly username: string;
  readonly pictureUrl: string | null;
  readonly bio: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Sealed. */
  readonly credentials: string;
  /** The platform app's client id: a pause of the app pauses the account. */
  readonly appId: string;
  readonly tokenExpiresAt: string | null;
  /** Whether new comments are looked for by polling. */
  readonly isPolled: boolean;
}

/** Writes a connected account. */
export async function insert(tx: Runner, tenantId: string, account: NewAccount): Promise<AccountRow> {
  const [row] = await tx.run(sql<AccountRow>`
    insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, picture_url, bio, metadata, credentials, app_id, token_expires_at, poll_due_at)
    values (${tenantId}, ${account.id}, ${account.brandId}, ${account.platform}, ${account.platformId}, ${account.name}, ${account.username},
      ${account.pictureUrl}, ${account.bio}, ${JSON.stringify(account.metadata)}, ${account.credentials}, ${account.appId}, ${account.tokenExpiresAt},
      case when ${account.isPolled} then now() end)
    returning ${columns}`);
  return row as AccountRow;
}

/**
 * Disconnects accounts: tokens are wiped and waiting targets are cancelled. What runs already, or waits in a post that
 * does, is due at once: the lane finds the account gone and ends it with everything that follows. The rows stay for the
 * history of posts. Locks posts, then accounts. Returns the posts that lost a target.
 */
export async function disconnect(tx: Runner, tenantId: string, ids: readonly string[]): Promise<string[]> {
  await tx.run(sql`
    select 1 from posts where tenant_id = ${tenantId} and id in (
      select post_id from actions where tenant_id = ${tenantId} and account_id = any (${ids}) and status = 'pending')
    order by id for update`);
  await tx.run(
    sql`select 1 from accounts where tenant_id = ${tenantId} and id = any (${ids}) and disconnected_at is null order by id for update`,
  );
  const rows = await tx.run(sql<{ post_id: string }>`
    with running as (
      update actions x set status = 'publishing', due_at = now(), updated_at = now()
      where x.tenant_id = ${tenantId} and x.account_id = any (${ids}) and (x.status = 'publishing' and x.due_at is not null
        or x.status = 'pending' and exists (select from posts p where p.tenant_id = x.tenant_id and p.id = x.post_id and p.status = 'publishing'))
      returning x.account_id
    ), stopped as (
      update actions x set status = 'cancelled', due_at = null, updated_at = now()
      where x.tenant_id = ${tenantId} and x.account_id = any (${ids}) and x.status = 'pending'
        and not exists (select from posts p where p.tenant_id = x.tenant_id and p.id = x.post_id and p.status = 'publishing')
      returning x.post_id
    ), gone as (
      update accounts a set disconnected_at = now(), credentials = '', poll_due_at = null, not_before = '-infinity', throttled_at = null,
        next_due_at = case when exists (select from running where running.account_id = a.id) then now() end, updated_at = now()
      where a.tenant_id = ${tenantId} and a.id = any (${ids}) and a.disconnected_at is null
    )
    select distinct post_id from stopped where post_id is not null`);
  return rows.map((row) => row.post_id);
}

/** Those of the accounts that their platforms take nothing from for now, with the seconds that it lasts. */
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
