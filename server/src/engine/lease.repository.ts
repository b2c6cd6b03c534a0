import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';
import { isSuspended } from '../db/suspended.ts';
import { worldOf } from '../db/world.ts';
import type { Job } from './action.ts';
import { THROTTLE_WAIT_SECONDS_MAX } from './retry-times.ts';

const CANDIDATES_MAX = 2000;

/**
 * Leases accounts that have due actions, one action each: tenants take turns, and those that run less than their share
 * come first, however much the others have due. Within a tenant the longest waiting account is first. The lease on the
 * account keeps two workers from acting on one account at once. Held tenants wait.
 */
export async function claim(
  system: Runner,
  limit: number,
  leaseSeconds: number,
  turns: Turns = { running: new Map(), max: limit },
): Promise<Claimed[]> {
  return claimWhere(system, limit, leaseSeconds, turns, {
    account: sql`a.not_before <= now() and not exists (select from app_pauses p where ${pausesAccount} and p.until > now())`,
    action: sql`true`,
    isExpired: false,
  });
}

const longAgo = sql`now() - ${THROTTLE_WAIT_SECONDS_MAX} * interval '1 second'`;

/** Whether an account or an app has been throttled for so long that its actions expire. Where none has, no account is looked at. */
export const isAnyThrottled = sql`(exists (
    select from (select not_before from accounts where throttled_at <= ${longAgo} order by throttled_at limit ${CANDIDATES_MAX}) t
    where t.not_before > now())
  or exists (select from app_pauses where since <= ${longAgo} and until > now()))`;

/**
 * Leases throttled accounts, for actions that have waited long enough: since they became due or started, and since the
 * throttle began. Actions in doubt are left out, and so are actions that are only late.
 */
export async function claimExpired(system: Runner, limit: number, leaseSeconds: number): Promise<Claimed[]> {
  const appThrottledAt = sql`(select p.since from app_pauses p where ${pausesAccount} and p.until > now())`;
  const throttledAt = sql`least(case when a.not_before > now() then a.throttled_at end, ${appThrottledAt})`;
  const action = sql`(x.state is null or x.state in ('claimed', 'prepared')) and coalesce(x.started_at, x.due_at) <= ${longAgo}`;
  const turns = { running: new Map(), max: limit };
  return claimWhere(system, limit, leaseSeconds, turns, {
    account: sql`(select ${isAnyThrottled}) and ${throttledAt} <= ${longAgo} and exists (
      select from actions x where x.tenant_id = a.tenant_id and x.account_id = a.id and x.due_at <= now() and ${action})`,
    action,
    isExpired: true,
  });
}

/**
 * Whether the outcome of the action `x` is in doubt. Such an action comes before every other action of its account, also when older
 * transactions commit earlier due times: two in doubt at once, with equal content, could not be told apart. The account names the
 * action that it started last, so that an intent changes no indexed column.
 */
export const isInDoubt = sql`x.state in ('sending', 'reconciling')`;

/** Columns that a claim sets in the row `x` of an action. */
export const claimColumns = sql`status = 'publishing', state = coalesce(x.state, 'claimed'), claim_count = x.claim_count + 1,
  started_at = coalesce(x.started_at, now()), updated_at = now(),
  metadata = case when x.status = 'pending' then x.metadata - 'late_by_seconds' || lateness(now() - x.due_at) else x.metadata end`;

/** Columns of a job, from its action `x`, its account `a` and its tenant `t`. */
export function jobColumns(isExpired: boolean) {
  return sql`x.tenant_id as "tenantId", t.mode, ${worldOf} as world, x.id as "actionId", x.account_id as "accountId", x.platform, x.kind, x.post_id as "postId",
    x.parent_id as "parentId", x.batch, x.input, x.state, x.attempt, x.claim_count as "claimCount",
    x.hang_count as "hangCount", x.retry_count as "retryCount", x.resend_count as "resendCount", x.lookup_count as "lookupCount", x.send_key as "sendKey", x.prepared,
    x.intent_at as "intentAt", x.started_at as "startedAt", now() as "claimedAt",
    exists (select from test_clocks c where c.tenant_id = x.tenant_id) as "hasOwnClock", x.charged_period as "chargedPeriod",
    json_build_object('requestId', x.request_id, 'traceparent', x.traceparent) as origin,
    ${isExpired}::boolean as "isExpired", a.lease_attempt as "leaseAttempt",
    json_build_object('platformId', a.platform_id, 'username', a.username, 'metadata', a.metadata, 'credentials', a.credentials,
      'isConnected', a.disconnected_at is null, 'status', a.status) as account`;
}

export type Claimed = Omit<Job, 'claimedAtMs'>;
type Sql = ReturnType<typeof sql>;

/** Whether the pause `p` of an app holds for the account `a`. */
export const pausesAccount = sql`p.platform = a.platform and p.app_id = a.app_id`;

/** Accounts `a` with due actions, the longest waiting first by `d.due_at`. */
export const dueAccounts = sql`account_dues d join accounts a on a.tenant_id = d.tenant_id and a.id = d.id and d.due_at <= now() and a.next_due_at <= now()`;

/** The running jobs of each tenant, and how many a tenant may have. */
interface Turns {
  readonly running: ReadonlyMap<string, number>;
  readonly max: number;
}

async function claimWhere(
  system: Runner,
  limit: number,
  leaseSeconds: number,
  { running, max }: Turns,
  wanted: { readonly account: Sql; readonly action: Sql; readonly isExpired: boolean },
): Promise<Claimed[]> {
  // Tenants are told apart before the limit on candidates: some tenants' accounts must not hide those of others.
  const share = Math.max(1, Math.floor(max / (running.size + 1)));
  const served = [...running].flatMap(([tenantId, jobs]) => (jobs >= share ? [tenantId] : []));
  const hasRoom = served.filter((tenantId) => (running.get(tenantId) ?? 0) < max);
  const waitingOf = (tenants: Sql) => sql`(
      select a.tenant_id, a.id, a.next_due_at from ${dueAccounts}
      where a.lease_until <= now() and ${wanted.account} and ${tenants} and not ${isSuspended('a')}
      order by d.due_at limit ${CANDIDATES_MAX})`;
  const isWanted = sql`x.due_at <= now() and ${wanted.action}`;
  return system.run(sql<Claimed>`
    with waiting as (
      ${waitingOf(sql`a.tenant_id <> all (${served}::text[])`)}
      ${hasRoom.length === 0 ? sql`` : sql`union all ${waitingOf(sql`(a.tenant_id = any (${hasRoom}::text[])) is true`)}`}
    ), turn as (
      select tenant_id, id, next_due_at, row_number() over (partition by tenant_id order by next_due_at) as n from waiting
    ), picked as (
      select turn.tenant_id, id from turn
      left join unnest(${[...running.keys()]}::text[], ${[...running.values()]}::int[]) as r (tenant_id, jobs) on r.tenant_id = turn.tenant_id
      where n + coalesce(r.jobs, 0) <= ${max} order by n + coalesce(r.jobs, 0), next_due_at limit ${limit}
    ), locked as (
      select a.tenant_id, a.id, a.started_action_id from accounts a join picked p on p.tenant_id = a.tenant_id and p.id = a.id
      where a.next_due_at <= now() and a.lease_until <= now() and (${wanted.isExpired}::boolean or a.not_before <= now())
      for update of a skip locked
    ), due as (
      select l.tenant_id, l.id as account_id, x.id as action_id
      from locked l cross join lateral (select coalesce(
        (select id from actions x where x.tenant_id = l.tenant_id and x.id = l.started_action_id and ${isInDoubt} and ${isWanted}),
        (select id from actions x where x.tenant_id = l.tenant_id and x.account_id = l.id and ${isWanted} order by due_at, id limit 1)) as id
      ) x
    ), started as (
      update actions x set ${claimColumns} from due where x.tenant_id = due.tenant_id and x.id = due.action_id
      returning x.*
    ), leased as (
      update accounts a set lease_until = now() + ${leaseSeconds} * interval '1 second', lease_attempt = a.lease_attempt + 1,
        started_action_id = case when ${wanted.isExpired}::boolean then a.started_action_id else started.id end
      from started where a.tenant_id = started.tenant_id and a.id = started.account_id
      returning a.*
    ), idle as (
      update accounts a set next_due_at = earliest_due(a.tenant_id, a.id)
      from due where a.tenant_id = due.tenant_id and a.id = due.account_id and due.action_id is null
    )
    select ${jobColumns(wanted.isExpired)}
    from started x join leased a on a.tenant_id = x.tenant_id and a.id = x.account_id join tenants t on t.tenant_id = x.tenant_id`);
}

/** Prolongs the lease; false when another worker has it. */
export async function renew(db: Runner, job: Job, leaseSeconds: number): Promise<boolean> {
  const rows = await db.run(sql`
    update accounts set lease_until = now() + ${leaseSeconds} * interval '1 second'
    where tenant_id = ${job.tenantId} and id = ${job.accountId} and lease_attempt = ${job.leaseAttempt} and lease_until > now()
    returning 1`);
  return rows.length > 0;
}

/** Gives a claimed account back, as if it had not been claimed. */
export async function release(db: Runner, job: Job): Promise<void> {
  await db.run(sql`
    with back as (
      update accounts set lease_until = '-infinity'
      where tenant_id = ${job.tenantId} and id = ${job.accountId} and lease_attempt = ${job.leaseAttempt} returning 1
    )
    update actions set claim_count = greatest(claim_count - 1, 0) where tenant_id = ${job.tenantId} and id = ${job.actionId} and exists (select from back)`);
}

/** Ends the leases of a killed service at once, when its embedded database starts again. */
export async function voidLeases(system: Runner): Promise<void> {
  await system.run(sql`update accounts set lease_until = '-infinity', poll_lease_until = '-infinity', refresh_lease_until = '-infinity'
    where lease_until > now() or poll_lease_until > now() or refresh_lease_until > now()`);
  await system.run(sql`update callbacks set lease_until = '-infinity' where lease_until > now()`);
  await system.run(sql`update video_renditions set lease_until = '-infinity' where lease_until > now()`);
  await system.run(sql`update owners set lease_until = '-infinity' where lease_until > now()`);
}

/** Pauses every account of a platform app. */
export async function pauseApp(system: Runner, platform: string, appId: string, seconds: number): Promise<void> {
  await system.run(sql`
    insert into app_pauses as p (platform, app_id, until) values (${platform}, ${appId}, now() + ${seconds} * interval '1 second')
    on conflict (platform, app_id) do update set until = greatest(p.until, excluded.until),
      since = case when p.until > now() then p.since else now() end`);
}

/** Counts that the watchdog ended a process in this action. */
export async function countHang(system: Runner, tenantId: string, actionId: string): Promise<void> {
  await system.run(sql`update actions set hang_count = hang_count + 1
    where tenant_id = ${tenantId} and id = ${actionId} and status = 'publishing'`);
}
