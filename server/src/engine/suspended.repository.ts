import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';
import { type Job, toJob } from './action.ts';
import { type Claimed, jobColumns } from './lease.repository.ts';

/** The last word of the journal of intents about an action. */
export interface Evidence {
  /** `none`: nothing was sent. `intent`: something may have been sent. */
  readonly event: 'none' | 'intent' | 'published' | 'failed' | 'unconfirmed' | 'withdrawn';
  /** It was changed after the backup, so its text here is not the one to be sent. */
  readonly edited?: boolean;
  readonly platform_id?: string;
  readonly permalink?: string;
}

/** An action of a suspended tenant that is leased, and what is known of it. */
export interface SuspendedJob extends Job {
  readonly status: string;
  /** It has no due time: a draft, or settled. */
  readonly isWaiting: boolean;
  readonly evidence: Evidence | null;
  /** The time of the backup. */
  readonly since: Date;
  /** Seconds since the lookups began. */
  readonly checkedForSeconds: number;
  readonly lookupRetryCount: number;
}

export type ClaimedSuspended = Claimed & Omit<SuspendedJob, keyof Job>;

const suspendedColumns = sql`${jobColumns(false)}, x.status, x.due_at is not null as "isWaiting", f.evidence, coalesce(f.retry_count, 0) as "lookupRetryCount", h.since,
  extract(epoch from now() - h.checking_since)::float8 as "checkedForSeconds"`;

/** Leases accounts of suspended tenants, with one action each that is to be looked up: the earliest due first. */
export async function claimLookups(system: Runner, limit: number, leaseSeconds: number): Promise<ClaimedSuspended[]> {
  return lease(
    system,
    leaseSeconds,
    sql`select distinct on (f.tenant_id, f.account_id) f.tenant_id, f.account_id, f.action_id
      from restore_findings f join holds h on h.tenant_id = f.tenant_id and h.checking_since is not null
      join actions x on x.tenant_id = f.tenant_id and x.id = f.action_id
      join accounts a on a.tenant_id = f.tenant_id and a.id = f.account_id and a.lease_until <= now() and a.not_before <= now()
        and (f.finding <> 'unreadable_account' or a.status = 'active')
      where f.due_at <= now() order by f.tenant_id, f.account_id, x.due_at nulls last, x.id limit ${limit}`,
  );
}

/** Leases the account of one action of a suspended tenant; undefined when somebody else has it. */
export async function claimOne(
  system: Runner,
  { tenantId, actionId }: Pick<Job, 'tenantId' | 'actionId'>,
  leaseSeconds: number,
): Promise<ClaimedSuspended | undefined> {
  const [row] = await lease(
    system,
    leaseSeconds,
    sql`select x.tenant_id, x.account_id, x.id as action_id from actions x where x.tenant_id = ${tenantId} and x.id = ${actionId}`,
  );
  return row;
}

async function lease(
  system: Runner,
  leaseSeconds: number,
  wanted: ReturnType<typeof sql>,
): Promise<ClaimedSuspended[]> {
  return system.run(sql<ClaimedSuspended>`
    with wanted as (${wanted}), locked as (
      select a.tenant_id, a.id, w.action_id from accounts a join wanted w on w.tenant_id = a.tenant_id and w.account_id = a.id
      where a.lease_until <= now() for update of a skip locked
    ), leased as (
      update accounts a set lease_until = now() + ${leaseSeconds} * interval '1 second', lease_attempt = a.lease_attempt + 1
      from locked l where a.tenant_id = l.tenant_id and a.id = l.id returning a.*, l.action_id
    )
    select ${suspendedColumns}
    from leased a join actions x on x.tenant_id = a.tenant_id and x.id = a.action_id join tenants t on t.tenant_id = a.tenant_id
    join holds h on h.tenant_id = x.tenant_id left join restore_findings f on f.tenant_id = x.tenant_id and f.action_id = x.id`);
}

/** Frees the account of a held action. */
export async function free(system: Runner, job: Job, pauseSeconds = 0): Promise<void> {
  await system.run(sql`
    update accounts set lease_until = '-infinity', not_before = greatest(not_before, now() + ${pauseSeconds}::float8 * interval '1 second')
    where tenant_id = ${job.tenantId} and id = ${job.accountId} and lease_attempt = ${job.leaseAttempt}`);
}

/** A held job from a claimed row. */
export function toSuspendedJob(row: ClaimedSuspended, claimedAtMs: number): SuspendedJob {
  const { status, isWaiting, evidence, since, checkedForSeconds, lookupRetryCount } = row;
  return {
    ...toJob(row, claimedAtMs),
    status,
    isWaiting,
    evidence,
    since: new Date(since),
    checkedForSeconds,
    lookupRetryCount,
  };
}
