import { sql } from 'kysely';
import type { AccountMetrics, DayMetrics, Metrics } from '../../core/analytics/metrics.ts';
import type { Runner } from '../../db/query.ts';

export interface AccountDay extends DayMetrics {
  /** The zone whose day it is. */
  readonly timezone: string;
}

/**
 * The days of an account from one to another (`2026-01-31`, both included), the oldest first. Days without any number
 * are missing. Reads one row for each day.
 */
export async function between(
  db: Runner,
  tenantId: string,
  accountId: string,
  from: string,
  to: string,
): Promise<AccountDay[]> {
  return db.run(sql<AccountDay>`
    select day::text, timezone, counted || told as metrics from account_days
    where tenant_id = ${tenantId} and account_id = ${accountId} and day between ${from}::date and ${to}::date order by day`);
}

/** The newest numbers of an account. */
export interface AccountNumbers {
  readonly metrics: AccountMetrics;
  /** null: they were never read. */
  readonly read_at: Date | null;
  /** The zone of its days, and the day that it is there now. */
  readonly timezone: string;
  readonly today: string;
}

export async function ofAccount(db: Runner, tenantId: string, accountId: string): Promise<AccountNumbers> {
  const row = await db.first(sql<AccountNumbers>`
    select coalesce(r.metrics, '{}') as metrics, r.read_at, z.zone as timezone, (tenant_now() at time zone z.zone)::date::text as today
    from zone_of_account(${tenantId}, ${accountId}) as z (zone)
    left join metric_readings r on r.tenant_id = ${tenantId} and r.id = ${accountId}`);
  return row as AccountNumbers;
}

/** The newest numbers of a post. */
export interface PostNumbers {
  readonly account_id: string;
  readonly platform_id: string;
  readonly post_id: string | null;
  readonly published_at: Date;
  readonly metrics: Metrics;
  /** null: they were never read. */
  readonly read_at: Date | null;
}

/** Which posts are wanted; absent fields want all. At least one of the first two is given. */
export interface PostsFilter {
  readonly accountId?: string;
  readonly postId?: string;
  /** Published from this time on, and before that one. */
  readonly from?: Date;
  readonly to?: Date;
  readonly limit: number;
}

/** The newest numbers of posts, the newest post first. */
export async function ofPosts(db: Runner, tenantId: string, filter: PostsFilter): Promise<PostNumbers[]> {
  const conditions = [sql`tenant_id = ${tenantId}`];
  if (filter.accountId !== undefined) conditions.push(sql`account_id = ${filter.accountId}`);
  if (filter.postId !== undefined)
    conditions.push(sql`(account_id, platform_id) in (
      select a.account_id, a.platform_id from actions a where a.tenant_id = ${tenantId} and a.post_id = ${filter.postId} and a.kind = 'publish')`);
  if (filter.from !== undefined) conditions.push(sql`published_at >= ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql`published_at < ${filter.to}`);
  return db.run(sql<PostNumbers>`
    select account_id, platform_id, post_id, published_at, metrics, read_at from post_metrics
    where ${sql.join(conditions, sql` and `)} order by published_at desc, platform_id desc limit ${filter.limit}`);
}

export interface Snapshot {
  readonly taken_at: Date;
  readonly metrics: Metrics;
}

/** The newest snapshots of a post, the oldest of them first. */
export async function snapshotsOf(
  db: Runner,
  tenantId: string,
  { accountId, platformId }: { readonly accountId: string; readonly platformId: string },
  limit: number,
): Promise<Snapshot[]> {
  const rows = await db.run(sql<Snapshot>`
    select taken_at, metrics from post_snapshots
    where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${platformId} order by taken_at desc limit ${limit}`);
  return rows.reverse();
}
