import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { ActionState } from '../../db/schema.ts';
import type { Job, Outcome } from './action.ts';

/**
 * Before everything else of the account, from the intent on: an earlier due time may still be committed by a transaction
 * that began before. Two in doubt at once, with equal contents, could not be told apart.
 */
const HEAD = sql`'-infinity'::timestamptz`;

export interface Progress {
  readonly state: ActionState;
  readonly prepared?: Readonly<Record<string, unknown>> | null;
  readonly sendKey?: string;
  readonly isIntent?: boolean;
  readonly repeats?: number;
}

/** Commits a step before the next one starts, with its line in the journal; false when the lease is lost. */
export async function advance(db: Runner, job: Job, step: Progress, detail: Record<string, unknown>): Promise<boolean> {
  const rows = await db.run(sql`
    with held as (
      select 1 from accounts where tenant_id = ${job.tenantId} and id = ${job.accountId} and lease_attempt = ${job.leaseAttempt} and lease_until > now()
    ), moved as (
      update actions set state = ${step.state},
        prepared = ${preparedOf(step)},
        send_key = ${step.sendKey === undefined ? sql`send_key` : step.sendKey},
        intent_at = ${step.isIntent ? sql`now()` : sql`intent_at`},
        looks = ${step.isIntent ? 0 : sql`looks`},
        due_at = ${step.isIntent ? HEAD : sql`due_at`},
        repeats = ${step.repeats === undefined ? sql`repeats` : step.repeats},
        updated_at = now()
      where tenant_id = ${job.tenantId} and id = ${job.actionId} and exists (select from held)
      returning 1
    ), written as (${journalLine(job, step.state, detail)} where exists (select from moved))
    select 1 from moved`);
  return rows.length > 0;
}

export interface Postponement {
  readonly state: ActionState;
  readonly afterSeconds: number;
  /** How long no other action of the account may run. */
  readonly pauseSeconds: number;
  /** Whether it pauses because the platform takes no more for now. */
  readonly isThrottled?: boolean;
  readonly tries?: number;
  readonly looks?: number;
  readonly repeats?: number;
  readonly prepared?: Readonly<Record<string, unknown>> | null;
}

/**
 * Puts the action back until later and frees the account; false when the lease is lost. An action whose account pauses
 * as long keeps its place in the queue: nothing else of the account happens while its own outcome is in doubt.
 */
export async function postpone(
  tx: Runner,
  job: Job,
  later: Postponement,
  detail: Record<string, unknown>,
): Promise<boolean> {
  if (!(await lockAccount(tx, job))) return false;
  await tx.run(sql`
    with written as (${journalLine(job, String(detail.step ?? later.state), detail)})
    update actions set state = ${later.state}, pickups = 0,
      due_at = ${later.pauseSeconds >= later.afterSeconds ? sql`due_at` : sql`now() + ${later.afterSeconds} * interval '1 second'`},
      tries = ${later.tries ?? sql`tries`}, looks = ${later.looks ?? sql`looks`}, repeats = ${later.repeats ?? sql`repeats`},
      prepared = ${preparedOf(later)}, updated_at = now()
    where tenant_id = ${job.tenantId} and id = ${job.actionId}`);
  await freeAccount(tx, job, later.pauseSeconds, later.isThrottled === true);
  return true;
}

/**
 * Ends the action and frees the account, after a pause if the platform wants one. The caller has locked what comes
 * before the account; false when the lease is lost.
 */
export async function settle(
  tx: Runner,
  job: Job,
  outcome: Outcome,
  detail: Record<string, unknown>,
  pauseSeconds: number,
): Promise<boolean> {
  if (!(await lockAccount(tx, job))) return false;
  const published = outcome.status === 'published' ? outcome.published : undefined;
  const failure = outcome.status === 'published' ? null : JSON.stringify(outcome.failure);
  await tx.run(sql`
    with written as (${journalLine(job, outcome.status === 'failed' ? 'rejected' : outcome.status, detail)})
    update actions set status = ${outcome.status}, state = null, due_at = null, pickups = 0,
      platform_id = ${published?.platformId ?? null}, permalink = ${published?.permalink ?? null},
      published_at = case when ${outcome.status} = 'published' then now() end, error = ${failure}::jsonb, updated_at = now()
    where tenant_id = ${job.tenantId} and id = ${job.actionId}`);
  const isRefused = outcome.status === 'failed' && outcome.failure.code === 'platform_rate_limit';
  await freeAccount(tx, job, pauseSeconds, isRefused || pauseSeconds > 0);
  return true;
}

/** What the row holds afterwards: what there was, unless something else is named. */
function preparedOf({ prepared }: Pick<Progress, 'prepared'>) {
  if (prepared === undefined) return sql`prepared`;
  return sql`${prepared === null ? null : JSON.stringify(prepared)}::jsonb`;
}

/** A line of the journal as an `insert … select` that a condition may follow. */
function journalLine(job: Job, state: string, detail: Record<string, unknown>) {
  return sql`insert into attempts (tenant_id, action_id, attempt, step, state, detail)
    select ${job.tenantId}, ${job.actionId}, ${job.attempt},
      coalesce((select max(step) from attempts where tenant_id = ${job.tenantId} and action_id = ${job.actionId} and attempt = ${job.attempt}), 0) + 1,
      ${state}, ${JSON.stringify(detail)}::jsonb`;
}

/** Locks the account under the fence; false when the lease is lost. */
async function lockAccount(tx: Runner, job: Job): Promise<boolean> {
  const rows = await tx.run(sql`
    select 1 from accounts where tenant_id = ${job.tenantId} and id = ${job.accountId} and lease_attempt = ${job.leaseAttempt} and lease_until > now()
    for update`);
  return rows.length > 0;
}

/**
 * Frees the account for its next action. A statement of its own: it must see what others queued before the lock.
 * `isThrottled`: the platform takes no more for now.
 */
async function freeAccount(tx: Runner, job: Job, pauseSeconds: number, isThrottled: boolean): Promise<void> {
  await tx.run(sql`
    update accounts a set lease_until = '-infinity', not_before = greatest(a.not_before, now() + ${pauseSeconds} * interval '1 second'),
      throttled_at = ${isThrottled ? sql`coalesce(a.throttled_at, now())` : sql`null`},
      next_due_at = (select min(due_at) from actions x where x.tenant_id = a.tenant_id and x.account_id = a.id)
    where a.tenant_id = ${job.tenantId} and a.id = ${job.accountId}`);
}

/** The time of the database, which is the time of its rows. */
export async function now(db: Runner): Promise<Date> {
  return (await db.first(sql<{ now: Date }>`select now() as now`))?.now as Date;
}

/** How many answers to calls of this attempt were lost; workers that were lost do not count. */
export async function lostAnswers(db: Runner, job: Job): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as count from attempts
    where tenant_id = ${job.tenantId} and action_id = ${job.actionId} and attempt = ${job.attempt} and state = 'unknown' and detail ? 'error'`);
  return row?.count ?? 0;
}

/** Which of these platform ids other actions of the account already hold. */
export async function heldIds(db: Runner, job: Job, platformIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.run(sql<{ platform_id: string }>`
    select platform_id from actions
    where tenant_id = ${job.tenantId} and account_id = ${job.accountId} and platform_id = any (${platformIds}) and id <> ${job.actionId}`);
  return new Set(rows.map((row) => row.platform_id));
}
