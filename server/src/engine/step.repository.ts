import { type RawBuilder, sql } from 'kysely';
import type { ActionState } from '../db/column-types.ts';
import type { Runner } from '../db/query.ts';
import { isSuspended } from '../db/suspended.ts';
import type { Job } from './action.ts';

/** Whether the step `s` has the lease of its account `a`. */
const LEASED = sql`a.tenant_id = s.tenant_id and a.id = s.account_id and a.lease_attempt = s.lease_attempt and a.lease_until > now()`;

export interface Progress {
  readonly state: ActionState;
  readonly prepared?: Readonly<Record<string, unknown>> | null;
  readonly sendKey?: string;
  readonly isIntent?: boolean;
  readonly resendCount?: number;
}

export interface JournalLine {
  readonly state: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface Advance {
  readonly job: Job;
  readonly progress: Progress;
  readonly lines: readonly JournalLine[];
}

/**
 * Commits steps with their lines in the journal, before the next steps start. False where the lease is lost. The account of
 * an intent is locked, so that nothing is sent once the account is disconnected or its tenant suspended: the lease then ends.
 */
export async function advance(system: Runner, steps: readonly Advance[]): Promise<boolean[]> {
  const records = steps.map(({ job, progress, lines }, n) => ({
    n,
    ...fenceOf(job),
    state: progress.state,
    is_prepared: progress.prepared !== undefined,
    prepared: progress.prepared ?? null,
    send_key: progress.sendKey ?? null,
    is_intent: progress.isIntent === true,
    resend_count: progress.resendCount ?? null,
    lines,
  }));
  const rows = await system.run(sql<{ n: number }>`
    with step as (
      select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as s (n int, ${FENCE}, state text, is_prepared boolean,
        prepared jsonb, send_key text, is_intent boolean, resend_count int, lines jsonb)
    ), locked as (
      select s.n, a.disconnected_at is null and not ${isSuspended('a')} as may_send from step s join accounts a on ${LEASED}
      where s.is_intent order by a.tenant_id, a.id for key share of a
    ), leased as (
      select s.* from step s join locked l on l.n = s.n and l.may_send
      union all
      select s.* from step s join accounts a on ${LEASED} where not s.is_intent
    ), freed as (
      update accounts a set lease_until = '-infinity' from step s join locked l on l.n = s.n and not l.may_send where ${LEASED}
    ), moved as (
      update actions x set state = h.state,
        prepared = case when h.is_prepared then h.prepared else x.prepared end,
        send_key = coalesce(h.send_key, x.send_key),
        intent_at = case when h.is_intent then now() else x.intent_at end,
        lookup_count = case when h.is_intent then 0 else x.lookup_count end,
        resend_count = coalesce(h.resend_count, x.resend_count),
        journal = ${journalWith(sql`h.attempt`, sql`h.lines`)},
        updated_at = now()
      from leased h where x.tenant_id = h.tenant_id and x.id = h.action_id
      returning h.n
    )
    select n from moved`);
  const moved = new Set(rows.map(({ n }) => n));
  return steps.map((_, n) => moved.has(n));
}

export interface Postponement {
  readonly state: ActionState;
  readonly afterSeconds: number;
  /** How long no other action of the account may run. */
  readonly pauseSeconds: number;
  /** Whether the platform throttled the account. */
  readonly isThrottled?: boolean;
  readonly retryCount?: number;
  readonly lookupCount?: number;
  readonly resendCount?: number;
  readonly prepared?: Readonly<Record<string, unknown>> | null;
}

/**
 * Puts the action off and frees the account; false when the lease is lost. An action whose account pauses as long keeps
 * its place in the queue, so no other action of the account runs while its outcome is in doubt.
 */
export async function postpone(
  tx: Runner,
  job: Job,
  postponement: Postponement,
  detail: Record<string, unknown>,
): Promise<boolean> {
  if (!(await lockAccount(tx, job))) return false;
  const lines = [{ state: String(detail.step ?? postponement.state), detail }];
  await tx.run(sql`
    update actions x set state = ${postponement.state}, claim_count = 0,
      due_at = ${postponement.pauseSeconds >= postponement.afterSeconds ? sql`due_at` : sql`now() + ${postponement.afterSeconds} * interval '1 second'`},
      retry_count = ${postponement.retryCount ?? sql`retry_count`}, lookup_count = ${postponement.lookupCount ?? sql`lookup_count`},
      resend_count = ${postponement.resendCount ?? sql`resend_count`},
      prepared = ${preparedOf(postponement)}, updated_at = now(),
      journal = ${journalWith(sql`${job.attempt}::int`, sql`${JSON.stringify(lines)}::jsonb`)}
    where tenant_id = ${job.tenantId} and id = ${job.actionId}`);
  await freeAccount(tx, job, postponement.pauseSeconds, postponement.isThrottled === true);
  return true;
}

/** The next claim counts as the start of the action. */
export async function clearStart(tx: Runner, job: Job): Promise<void> {
  await tx.run(sql`update actions set started_at = null where tenant_id = ${job.tenantId} and id = ${job.actionId}`);
}

/** A job's action and fence, as a record of a statement for many jobs. */
export function fenceOf({ tenantId, accountId, actionId, leaseAttempt, attempt }: Job) {
  return {
    tenant_id: tenantId,
    account_id: accountId,
    action_id: actionId,
    lease_attempt: leaseAttempt,
    attempt,
  };
}

/** The columns of `fenceOf` as a statement declares them. */
export const FENCE = sql.raw('tenant_id text, account_id text, action_id text, lease_attempt int, attempt int');

/** The journal of the action `x` with more lines at its end: `[{"state", "detail"}]`. */
export function journalWith(attempt: RawBuilder<unknown>, lines: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`concat_ws(E'\n', x.journal, (
    select string_agg(concat_ws(' ', ${MILLISECONDS}, ${attempt}, line ->> 'state', line -> 'detail'), E'\n' order by place)
    from jsonb_array_elements(${lines}) with ordinality as l (line, place)))`;
}

const MILLISECONDS = sql`(extract(epoch from clock_timestamp() + tenant_ahead()) * 1000)::bigint`;

/** The column `prepared` afterwards: unchanged unless progress names it. */
function preparedOf({ prepared }: Pick<Progress, 'prepared'>) {
  if (prepared === undefined) return sql`prepared`;
  return sql`${prepared === null ? null : JSON.stringify(prepared)}::jsonb`;
}

/** Locks the account under the fence; false when the lease is lost. */
async function lockAccount(tx: Runner, job: Job): Promise<boolean> {
  const rows = await tx.run(sql`
    select 1 from accounts where tenant_id = ${job.tenantId} and id = ${job.accountId} and lease_attempt = ${job.leaseAttempt} and lease_until > now()
    for update`);
  return rows.length > 0;
}

/**
 * Frees the account for its next action. A separate statement, because it must see what others queued before the lock.
 * `isThrottled`: the platform throttled the account.
 */
async function freeAccount(tx: Runner, job: Job, pauseSeconds: number, isThrottled: boolean): Promise<void> {
  await tx.run(sql`
    update accounts a set lease_until = '-infinity', not_before = ${notBefore(sql`${pauseSeconds}`)},
      throttled_at = ${isThrottled ? sql`coalesce(a.throttled_at, now())` : sql`null`},
      next_due_at = (select min(due_at) from actions x where x.tenant_id = a.tenant_id and x.account_id = a.id)
    where a.tenant_id = ${job.tenantId} and a.id = ${job.accountId}`);
}

/** The end of the pause of the account `a`. A disconnected account does not pause. */
export function notBefore(seconds: ReturnType<typeof sql>) {
  return sql`case when a.disconnected_at is null then greatest(a.not_before, now() + ${seconds} * interval '1 second') else a.not_before end`;
}

/** The time of the database, like the times of its rows. */
export async function now(db: Runner): Promise<Date> {
  return (await db.first(sql<{ now: Date }>`select now() as now`))?.now as Date;
}

/** Counts the lost responses to calls of this attempt. Lost workers do not count. */
export async function countLostResponses(db: Runner, job: Job): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as count from actions x, journal_of(x) t
    where x.tenant_id = ${job.tenantId} and x.id = ${job.actionId} and t.attempt = ${job.attempt} and t.state = 'unknown' and t.detail ? 'error'`);
  return row?.count ?? 0;
}

/** Those of these platform ids that other actions of the account already have. */
export async function takenIds(db: Runner, job: Job, platformIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.run(sql<{ platform_id: string }>`
    select platform_id from actions
    where tenant_id = ${job.tenantId} and account_id = ${job.accountId} and platform_id = any (${platformIds}) and id <> ${job.actionId}`);
  return new Set(rows.map((row) => row.platform_id));
}
