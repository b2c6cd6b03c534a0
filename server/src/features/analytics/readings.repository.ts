import { sql } from 'kysely';
import type { AccountMetrics, DayMetrics } from '../../core/analytics/metrics.ts';
import type { World } from '../../core/tenant.ts';
import type { Claim } from '../../core/worker.ts';
import { claimDue } from '../../db/claim-due.ts';
import type { Runner } from '../../db/query.ts';
import { worldOf } from '../../db/world.ts';
import {
  type MissingPost,
  type PostReading,
  storeAccount,
  storeDays,
  storeMissing,
  storePosts,
  thinSnapshots,
} from './store-numbers.repository.ts';

/** An account that was claimed to have its numbers read. */
export interface ReadingJob {
  readonly tenantId: string;
  readonly mode: 'live' | 'test';
  readonly world: World | null;
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
  /** Above 0 while the platform throttles the account or its app. */
  readonly pausedSeconds: number;
}

/** Leases accounts that are due and counts the attempt. */
export function claim(system: Runner, claim: Claim): Promise<ReadingJob[]> {
  return claimDue(
    system,
    { table: 'metric_readings', dueAt: 'due_at', leaseUntil: 'lease_until', attempt: 'attempt' },
    claim,
    sql`r.tenant_id as "tenantId", t.mode, ${worldOf} as world, r.id as "accountId", a.platform, a.platform_id as "platformId", a.username, a.metadata,
      a.credentials, a.app_id as "appId", r.account_due_at <= now() as "isAccountDue", r.days_read_until::text as "daysReadUntil",
      r.failures, r.attempt, extract(epoch from greatest(a.not_before, p.until, now()) - now())::float8 as "pausedSeconds"`,
    sql`join tenants t on t.tenant_id = r.tenant_id join accounts a on a.tenant_id = r.tenant_id and a.id = r.id
      left join app_pauses p on p.platform = a.platform and p.app_id = a.app_id`,
  );
}

/** Gives targets that were published since the last reading a row each. */
export async function addNewTargets(
  tx: Runner,
  { tenantId, accountId }: Pick<ReadingJob, 'tenantId' | 'accountId'>,
): Promise<void> {
  // A statement of its own: the next one sees the publications whose commit this one waits for.
  const waiting = await tx.first(sql<{ ids: string[] }>`
    select new_targets as ids from metric_readings where tenant_id = ${tenantId} and id = ${accountId} and new_targets <> '{}' for update`);
  if (waiting === undefined) return;
  await tx.run(sql`
    with added as (
      insert into post_metrics (tenant_id, account_id, platform_id, post_id, published_at, next_read_at)
      select distinct on (a.platform_id) a.tenant_id, a.account_id, a.platform_id, a.post_id, a.published_at,
        greatest(now(), a.published_at - tenant_ahead() + interval '15 minutes')
      from actions a where a.tenant_id = ${tenantId} and a.account_id = ${accountId} and a.id = any (${waiting.ids}) and a.status = 'published'
        and a.platform_id is not null and a.published_at is not null
      order by a.platform_id, a.id desc
      on conflict (tenant_id, account_id, platform_id) do update set post_id = excluded.post_id
    )
    update metric_readings set new_targets = '{}' where tenant_id = ${tenantId} and id = ${accountId}`);
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
    from post_metrics where tenant_id = ${tenantId} and account_id = ${accountId} and ended is null and next_read_at <= now()
    order by next_read_at limit ${max}`);
}

/** The findings of a reading of an account. Absent parts were not read. */
export interface ReadingResult {
  readonly account?: AccountMetrics;
  readonly days?: readonly DayMetrics[];
  /** The last day that the platform told. */
  readonly daysReadUntil?: string;
  readonly posts: readonly PostReading[];
  /** Posts that the platform did not show. */
  readonly missing: readonly MissingPost[];
  /** A post whose reading failed. It waits behind the others, so that it alone cannot keep them from their turn. */
  readonly failedPostId?: string;
  /** Seconds until the account's own numbers are due; absent: they are due as before. */
  readonly accountAfterSeconds?: number;
  /** Nothing is read before these seconds are over. */
  readonly pauseSeconds: number;
  /** Nothing could be read. */
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
  if (result.posts.length > 0) {
    await storePosts(tx, job, result.posts);
    await thinSnapshots(
      tx,
      job,
      result.posts.map(({ platformId }) => platformId),
    );
  }
  if (result.missing.length > 0) await storeMissing(tx, job, result.missing);
  if (result.failedPostId !== undefined)
    await tx.run(sql`update post_metrics set next_read_at = now() + ${result.pauseSeconds}::float8 * interval '1 second'
      where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${result.failedPostId} and next_read_at is not null`);
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
          where p.tenant_id = r.tenant_id and p.account_id = r.id and p.ended is null),
        case when new_targets <> '{}' then now() + interval '15 minutes' end))
    where r.tenant_id = ${tenantId} and r.id = ${accountId}`);
}
