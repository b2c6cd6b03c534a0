import { type RawBuilder, sql } from 'kysely';
import { type AccountMetrics, type DayMetrics, type Metrics, NOT_SUMMED } from '../../core/analytics/metrics.ts';
import type { Runner } from '../../db/query.ts';
import { MISSING_MAX } from './reading-times.ts';

interface AccountRef {
  readonly tenantId: string;
  readonly accountId: string;
}

/** The numbers of a post, with the seconds until it is read again; null: no more. */
export interface PostReading {
  readonly platformId: string;
  readonly metrics: Metrics;
  readonly afterSeconds: number | null;
}

/** A post that the platform did not show. */
export interface MissingPost {
  readonly platformId: string;
  readonly afterSeconds: number;
}

/** The sums of numbers by name. */
function added(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_object_agg(key, sum), '{}') from (select key, sum(value::numeric) as sum
    from (select * from jsonb_each_text(${one}) union all select * from jsonb_each_text(${other})) numbers group by key) sums)`;
}

/**
 * The newest numbers of posts, a snapshot of those that changed, and the increase on the account's day. A post from
 * before the connection counts from its first reading on.
 */
export async function storePosts(
  tx: Runner,
  { tenantId, accountId }: AccountRef,
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
      where (b.old ? n.key or b.is_new) and n.key <> all (${NOT_SUMMED}::text[])
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
export async function storeMissing(
  tx: Runner,
  { tenantId, accountId }: AccountRef,
  missing: readonly MissingPost[],
): Promise<void> {
  await tx.run(sql`
    update post_metrics p set failures = p.failures + 1,
      next_read_at = case when p.failures + 1 < ${MISSING_MAX} then now() + m.after_seconds * interval '1 second' end,
      ended = case when p.failures + 1 < ${MISSING_MAX} then null else 'removed' end
    from jsonb_to_recordset(${JSON.stringify(missing.map((one) => ({ platform_id: one.platformId, after_seconds: one.afterSeconds })))}::jsonb)
      as m (platform_id text, after_seconds float8)
    where p.tenant_id = ${tenantId} and p.account_id = ${accountId} and p.platform_id = m.platform_id and p.ended is null`);
}

/** Stores the platform's own days. A number that it tells no more stays as it was. */
export async function storeDays(
  tx: Runner,
  { tenantId, accountId }: AccountRef,
  days: readonly DayMetrics[],
): Promise<void> {
  await tx.run(sql`
    insert into account_days as d (tenant_id, account_id, day, timezone, told)
    select ${tenantId}, ${accountId}, t.day, zone_of_account(${tenantId}, ${accountId}), t.metrics
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as t (day date, metrics jsonb) where t.metrics <> '{}'
    on conflict (tenant_id, account_id, day) do update set told = d.told || excluded.told, updated_at = now()
    where d.told is distinct from d.told || excluded.told`);
}

/** The account's newest numbers; its followers are those at the end of the day so far. */
export async function storeAccount(
  tx: Runner,
  { tenantId, accountId }: AccountRef,
  metrics: AccountMetrics,
): Promise<void> {
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

/**
 * Old snapshots of posts become fewer: after a week the last of each day stays, after 90 days the last of each week. Days
 * of UTC.
 */
export async function thinSnapshots(
  tx: Runner,
  { tenantId, accountId }: AccountRef,
  platformIds: readonly string[],
): Promise<void> {
  const unit = sql`case when s.taken_at < tenant_now() - interval '90 days' then 'week' else 'day' end`;
  await tx.run(sql`
    delete from post_snapshots s
    where s.tenant_id = ${tenantId} and s.account_id = ${accountId} and s.platform_id = any (${platformIds})
      and s.taken_at < tenant_now() - interval '7 days' and exists (
        select from post_snapshots l
        where l.tenant_id = s.tenant_id and l.account_id = s.account_id and l.platform_id = s.platform_id and l.taken_at > s.taken_at
          and date_trunc(${unit}, l.taken_at, 'UTC') = date_trunc(${unit}, s.taken_at, 'UTC'))`);
}
