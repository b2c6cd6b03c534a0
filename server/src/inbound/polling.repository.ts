import { sql } from 'kysely';
import type { World } from '../core/tenant.ts';
import type { Claim } from '../core/worker.ts';
import { claimDue } from '../db/claim-due.ts';
import type { Runner } from '../db/query.ts';
import { worldOf } from '../db/world.ts';

/** An account that was claimed to be asked for news. */
export interface PollJob {
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
  readonly cursor: string | null;
  readonly historyCursor: string | null;
  readonly subscription: string | null;
  readonly attempt: number;
}

/** Leases accounts that are due and counts the attempt. */
export function claim(system: Runner, claim: Claim): Promise<PollJob[]> {
  return claimDue(
    system,
    { table: 'accounts', dueAt: 'poll_due_at', leaseUntil: 'poll_lease_until', attempt: 'poll_attempt' },
    claim,
    sql`r.tenant_id as "tenantId", t.mode, ${worldOf} as world, r.id as "accountId", r.platform, r.platform_id as "platformId", r.username, r.metadata,
      r.credentials, r.app_id as "appId", r.poll_cursor as cursor, r.history_cursor as "historyCursor", r.subscription,
      r.poll_attempt as attempt`,
    sql`join tenants t on t.tenant_id = r.tenant_id`,
  );
}

/** What a reading leaves behind. Absent fields stay as they are. */
export interface Settlement {
  /** Seconds until the next reading; null: there is nothing to read. */
  readonly afterSeconds: number | null;
  readonly cursor?: string | undefined;
  readonly historyCursor?: string | undefined;
  readonly subscription?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly hasNews?: boolean;
}

/** Frees the account until its next turn; false when another worker has it. */
export async function settle(
  tx: Runner,
  job: Pick<PollJob, 'tenantId' | 'accountId' | 'attempt'>,
  { afterSeconds, cursor, historyCursor, subscription, hasNews, metadata = {} }: Settlement,
): Promise<boolean> {
  const settled = await tx.run(sql`update accounts set poll_cursor = coalesce(${cursor ?? null}, poll_cursor),
      history_cursor = coalesce(${historyCursor ?? null}, history_cursor), subscription = coalesce(${subscription ?? null}, subscription),
      metadata = metadata || ${JSON.stringify(metadata)}::jsonb,
      poll_active_at = case when ${hasNews ?? false} then now() else poll_active_at end,
      polled_at = case when ${hasNews !== undefined} then now() else polled_at end, poll_lease_until = '-infinity',
      poll_due_at = case when disconnected_at is null then now() + ${afterSeconds}::float8 * interval '1 second' end
    where tenant_id = ${job.tenantId} and id = ${job.accountId} and poll_attempt = ${job.attempt} returning 1`);
  return settled.length > 0;
}

/** Seconds since something last happened on the account: news from its platform, or a post of ours. */
export async function idleSeconds(
  db: Runner,
  { tenantId, accountId }: Pick<PollJob, 'tenantId' | 'accountId'>,
): Promise<number> {
  const row = await db.first(sql<{ seconds: number | null }>`
    select extract(epoch from now() - greatest(a.poll_active_at, a.created_at,
      (select max(x.published_at) from actions x where x.tenant_id = a.tenant_id and x.account_id = a.id and x.kind = 'publish')
        - tenant_ahead()))::float8 as seconds
    from accounts a where a.tenant_id = ${tenantId} and a.id = ${accountId}`);
  return Math.max(row?.seconds ?? 0, 0);
}

/** The app that calls are made with. */
export type Caller = Pick<PollJob, 'platform' | 'appId'>;

/** Adds calls to those that readings made with an app in a window. Returns their sum. */
export async function countCalls(
  system: Runner,
  { platform, appId }: Caller,
  windowEnd: Date,
  calls: number,
): Promise<number> {
  const row = await system.first(sql<{ calls: number }>`
    insert into app_calls as c (platform, app_id, until, calls) values (${platform}, ${appId}, ${windowEnd}, ${calls})
    on conflict (platform, app_id) do update set until = excluded.until,
      calls = case when c.until = excluded.until then c.calls else 0 end + excluded.calls
    returning calls`);
  return row?.calls ?? calls;
}

/** Platform ids of the account's newest published posts, whose comments are read. */
export async function recentPostIds(
  db: Runner,
  { tenantId, accountId }: Pick<PollJob, 'tenantId' | 'accountId'>,
  max: number,
): Promise<string[]> {
  const rows = await db.run(sql<{ platform_id: string }>`
    select platform_id from actions where tenant_id = ${tenantId} and account_id = ${accountId} and kind = 'publish' and platform_id is not null
    order by published_at desc limit ${max}`);
  return rows.map((row) => row.platform_id);
}
