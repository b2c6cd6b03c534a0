import { type RawBuilder, sql } from 'kysely';
import type { AccountMetrics, DayMetrics, Metrics } from '../../core/analytics/metrics.ts';
import { claimDue } from '../../db/claim-due.ts';
import type { Runner } from '../../db/query.ts';
import { MISSING_MAX } from './reading-times.ts';

/** An account that was claimed to have its numbers read. */
export interface ReadingJob {
  readonly tenantId: string;
  readonly mode: 'live' | 'test';
  readonly accountId: string;
  readonly platform: string;
  readonly platformId: string;
  readonly username: string;
  readonly metadata: Record<string, unknown>;
  /** Encrypted. */
  readonly credentials: string;
  readonly appId: string;
  /** The account's own numbers are due, and not only those of its posts. */
  readonly isAccountDue: boolean;
  /** The last day of the platform that was read, `2026-01-31`. */
  readonly daysReadUntil: string | null;
  readonly failures: number;
  readonly attempt: number;
}

/** Accounts that the platform has throttled wait, and so do all accounts of a throttled app. */
const IS_FREE = `not exists (select from accounts a where a.tenant_id = metric_readings.tenant_id and a.id = metric_readings.id
  and (a.not_before > now() or exists (select from app_pauses p where p.platform = a.platform and p.app_id = a.app_id and p.until > now())))`;

/** Leases accounts that are due and counts the attempt. */
export function claim(system: Runner, limit: number, leaseSeconds: number): Promise<ReadingJob[]> {
  return claimDue(
    system,
    { table: 'metric_readings', dueAt: 'due_at', leaseUntil: 'lease_until', attempt: 'attempt', where: IS_FREE },
    limit,
    leaseSeconds,
    sql`r.tenant_id as "tenantId", t.mode, r.id as "accountId", a.platform, a.platform_id as "platformId", a.username, a.metadata,
      a.credentials, a.app_id as "appId", r.account_due_at <= now() as "isAccountDue", r.days_read_until::text as "daysReadUntil",
      r.failures, r.attempt`,
    sql`join tenants t on t.tenant_id = r.tenant_id join accounts a on a.tenant_id = r.tenant_id and a.id = r.id`,
  );
}

export interface DuePost {
  readonly platformId: string;
  readonly ageSeconds: number;
}

/** The account's posts that are due, the longest waiting first. */
export async function duePosts(
  db: Runner,
  { tenantId, accountId }: Pick<ReadingJob, 'tenantId' | 'accountId'>,
  max: number,
): Promise<DuePost[]> {
  return db.run(sql<DuePost>`
    select platform_id as "platformId", extract(epoch from tenant_now() - published_at)::float8 as "ageSeconds"
    from post_metrics where tenant_id = ${tenantId} and account_id = ${accountId} and next_read_at <= now()
    order by next_read_at limit ${max}`);
}

/** The numbers of a post, with the seconds until it is read again; null: no more. */
export interface PostReading {
  readonly platformId: string;
  readonly metrics: Metrics;
  readonly afterSeconds: number | null;
}

/** What a reading of an account found. Absent parts were not read. */
export interface ReadingResult {
  readonly account?: AccountMetrics;
  readonly days?: readonly DayMetrics[];
  /** The last day that the platform told. */
  readonly daysReadUntil?: string;
  readonly posts: readonly PostReading[];
  /** Posts that the platform did not show. */
  readonly missing: readonly { readonly platformId: string; readonly afterSeconds: number }[];
  /** Seconds until the account's own numbers are due; absent: they are due as before. */
  readonly accountAfterSeconds?: number;
  /** Nothing is read before these seconds are over. */
  readonly pauseSeconds: number;
  readonly hasFailed: boolean;
}

/** The platform gives no numbers, so nothing is due any more. */
export async function stop(db: Runner, { tenantId, accountId, attempt }: ReadingJob): Promise<void> {
  await db.run(sql`update metric_readings set due_at = null, lease_until = '-infinity'
    where tenant_id = ${tenantId} and id = ${accountId} and attempt = ${attempt}`);
}

/** Stores what was read and frees the account until its next turn. Writes nothing when another worker has it. */
export async function settle(tx: Runner, job: ReadingJob, result: ReadingResult): Promise<void> {
  const { tenantId, accountId, attempt } = job;
  // The lock comes first: a post that is published meanwhile moves the due time only after it.
  const held = await tx.first(sql`select 1 from metric_readings
    where tenant_id = ${tenantId} and id = ${accountId} and attempt = ${attempt} for update`);
  if (held === undefined) return;
  if (result.posts.length > 0) await storePosts(tx, job, result.posts);
  if (result.missing.length > 0) await storeMissing(tx, job, result.missing);
  if (result.days !== undefined && result.days.length > 0) await storeDays(tx, job, result.days);
  if (result.account !== undefined) await storeAccount(tx, job, result.account);
  await tx.run(sql`
    update metric_readings r set lease_until = '-infinity', failures = case when ${result.hasFailed} then failures + 1 else 0 end,
      days_read_until = coalesce(${result.daysReadUntil ?? null}::date, days_read_until),
      account_due_at = case when ${result.accountAfterSeconds === undefined} then account_due_at
        else now() + ${result.accountAfterSeconds ?? 0}::float8 * interval '1 second' end,
      due_at = greatest(now() + ${result.pauseSeconds}::float8 * interval '1 second', least(
        case when ${result.accountAfterSeconds === undefined} then account_due_at
          else now() + ${result.accountAfterSeconds ?? 0}::float8 * interval '1 second' end,
        (select min(p.next_read_at) from post_metrics p
          where p.tenant_id = r.tenant_id and p.account_id = r.id and p.next_read_at is not null)))
    where r.tenant_id = ${tenantId} and r.id = ${accountId}`);
}

/** The sums of numbers by name. */
function added(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_object_agg(key, sum), '{}') from (select key, sum(value::numeric) as sum
    from (select * from jsonb_each_text(${one}) union all select * from jsonb_each_text(${other})) numbers group by key) sums)`;
}

/** What cannot be added up over posts or readings: the same people are reached again. */
const NOT_ADDED = ['reach'];

/**
 * The newest numbers of posts, a snapshot of those that changed, and the increase on the account's day. A post from
 * before the connection counts from its first reading on.
 */
async function storePosts(
  tx: Runner,
  { tenantId, accountId }: ReadingJob,
  posts: readonly PostReading[],
): Promise<void> {
  const records = posts.map(({ platformId, metrics, afterSeconds }) => ({
    platform_id: platformId,
    metrics,
    after_seconds: afterSeconds,
  }));
  await tx.run(sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as g (platform_id text, metrics jsonb, after_seconds float8)
    ), before as (
      select p.platform_id, p.metrics as old, t.metrics as new, p.read_at is null and p.published_at >= a.created_at as is_new
      from told t join post_metrics p on p.tenant_id = ${tenantId} and p.account_id = ${accountId} and p.platform_id = t.platform_id
      join accounts a on a.tenant_id = p.tenant_id and a.id = p.account_id
    ), kept as (
      insert into post_snapshots (tenant_id, account_id, platform_id, taken_at, metrics)
      select ${tenantId}, ${accountId}, platform_id, tenant_now(), new from before where old <> new
      on conflict (tenant_id, account_id, platform_id, taken_at) do nothing
    ), increase as (
      select n.key, sum(n.value::numeric - coalesce((b.old ->> n.key)::numeric, 0)) as value
      from before b cross join jsonb_each_text(b.new) n
      where (b.old ? n.key or b.is_new) and n.key <> all (${NOT_ADDED}::text[])
      group by n.key
    ), counted as (
      select jsonb_object_agg(key, value) as metrics from increase where value <> 0
    ), day as (
      insert into account_days as d (tenant_id, account_id, day, timezone, counted)
      select ${tenantId}, ${accountId}, (tenant_now() at time zone z.zone)::date, z.zone, c.metrics
      from counted c, zone_of_account(${tenantId}, ${accountId}) as z (zone) where c.metrics is not null
      on conflict (tenant_id, account_id, day) do update
        set counted = ${added(sql`d.counted`, sql`excluded.counted`)}, timezone = excluded.timezone, updated_at = now()
    )
    update post_metrics p set metrics = t.metrics, read_at = tenant_now(), failures = 0,
      next_read_at = now() + t.after_seconds * interval '1 second', ended = case when t.after_seconds is null then 'old' end
    from told t where p.tenant_id = ${tenantId} and p.account_id = ${accountId} and p.platform_id = t.platform_id and p.ended is null`);
}

/** A post that was not shown several times in a row counts as removed. Its last numbers stay. */
async function storeMissing(
  tx: Runner,
  { tenantId, accountId }: ReadingJob,
  missing: ReadingResult['missing'],
): Promise<void> {
  await tx.run(sql`
    update post_metrics p set failures = p.failures + 1,
      next_read_at = case when p.failures + 1 < ${MISSING_MAX} then now() + m.after_seconds * interval '1 second' end,
      ended = case when p.failures + 1 < ${MISSING_MAX} then null else 'removed' end
    from jsonb_to_recordset(${JSON.stringify(missing.map((one) => ({ platform_id: one.platformId, after_seconds: one.afterSeconds })))}::jsonb)
      as m (platform_id text, after_seconds float8)
    where p.tenant_id = ${tenantId} and p.account_id = ${accountId} and p.platform_id = m.platform_id and p.ended is null`);
}

/** What the platform tells of its days. A number that it tells no more stays as it was. */
async function storeDays(tx: Runner, { tenantId, accountId }: ReadingJob, days: readonly DayMetrics[]): Promise<void> {
  await tx.run(sql`
    insert into account_days as d (tenant_id, account_id, day, timezone, told)
    select ${tenantId}, ${accountId}, t.day, zone_of_account(${tenantId}, ${accountId}), t.metrics
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as t (day date, metrics jsonb) where t.metrics <> '{}'
    on conflict (tenant_id, account_id, day) do update set told = d.told || excluded.told, updated_at = now()
    where d.told is distinct from d.told || excluded.told`);
}

/** The account's newest numbers; its followers are those at the end of the day so far. */
async function storeAccount(tx: Runner, { tenantId, accountId }: ReadingJob, metrics: AccountMetrics): Promise<void> {
  await tx.run(sql`update metric_readings set metrics = ${JSON.stringify(metrics)}::jsonb, read_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${accountId}`);
  if (metrics.followers === undefined) return;
  await tx.run(sql`
    with today as (
      select (tenant_now() at time zone z.zone)::date as day, z.zone from zone_of_account(${tenantId}, ${accountId}) as z (zone)
    ), before as (
      select (d.told ->> 'followers')::numeric as followers from account_days d, today
      where d.tenant_id = ${tenantId} and d.account_id = ${accountId} and d.day < today.day and d.told ? 'followers' order by d.day desc limit 1
    )
    insert into account_days as d (tenant_id, account_id, day, timezone, told, counted)
    select ${tenantId}, ${accountId}, today.day, today.zone, jsonb_build_object('followers', ${metrics.followers}::numeric),
      coalesce((select jsonb_build_object('follower_change', ${metrics.followers}::numeric - followers) from before), '{}')
    from today
    on conflict (tenant_id, account_id, day) do update
      set told = d.told || excluded.told, counted = d.counted || excluded.counted, timezone = excluded.timezone, updated_at = now()`);
}
