import { sql } from 'kysely';
import { newId } from '../../core/ids.ts';
import type { Runner } from '../../db/query.ts';
import type { ActionKindName, ActionState } from '../../db/schema.ts';
import type { Job, Outcome } from './action.ts';

const CANDIDATES_MAX = 2000;

/**
 * Before everything else of the account, from the intent on: an earlier due time may still be committed by a transaction
 * that began before. Two in doubt at once, with equal contents, could not be told apart.
 */
const HEAD = sql`'-infinity'::timestamptz`;

/**
 * Leases accounts that have due actions, one action each: tenants take turns, within a tenant the longest waiting
 * account first. The lease on the account keeps two workers from acting on one account at once.
 */
export async function claim(system: Runner, limit: number, leaseSeconds: number): Promise<Omit<Job, 'claimedAtMs'>[]> {
  return system.run(sql<Omit<Job, 'claimedAtMs'>>`
    with waiting as (
      select tenant_id, id, next_due_at from accounts a
      where next_due_at <= now() and lease_until <= now() and not_before <= now()
        and not exists (select from app_pauses p where p.platform = a.platform and p.app_id = a.app_id and p.until > now())
      order by next_due_at limit ${CANDIDATES_MAX}
    ), turn as (
      select tenant_id, id, next_due_at, row_number() over (partition by tenant_id order by next_due_at) as n from waiting
    ), picked as (
      select tenant_id, id from turn order by n, next_due_at limit ${limit}
    ), locked as (
      select a.tenant_id, a.id from accounts a join picked p on p.tenant_id = a.tenant_id and p.id = a.id
      where a.next_due_at <= now() and a.lease_until <= now() and a.not_before <= now()
      for update of a skip locked
    ), due as (
      select l.tenant_id, l.id as account_id, x.id as action_id
      from locked l left join lateral (
        select id from actions x where x.tenant_id = l.tenant_id and x.account_id = l.id and x.due_at <= now() order by due_at, id limit 1
      ) x on true
    ), leased as (
      update accounts a set lease_until = now() + ${leaseSeconds} * interval '1 second', lease_attempt = a.lease_attempt + 1
      from due where a.tenant_id = due.tenant_id and a.id = due.account_id and due.action_id is not null
      returning a.*
    ), idle as (
      update accounts a set next_due_at = earliest_due(a.tenant_id, a.id)
      from due where a.tenant_id = due.tenant_id and a.id = due.account_id and due.action_id is null
    ), started as (
      update actions x set status = 'publishing', state = coalesce(x.state, 'claimed'), pickups = x.pickups + 1,
        started_at = coalesce(x.started_at, now()), updated_at = now(),
        metadata = case when x.status = 'pending' then x.metadata - 'late_by_seconds' || lateness(now() - x.due_at) else x.metadata end
      from due where x.tenant_id = due.tenant_id and x.id = due.action_id
      returning x.*
    )
    select x.tenant_id as "tenantId", t.mode, x.id as "actionId", x.account_id as "accountId", x.platform, x.kind, x.post_id as "postId", x.parent_id as "parentId", x.batch, x.input,
      x.state, x.attempt, x.pickups, x.tries, x.repeats, x.looks, x.send_key as "sendKey", x.prepared, x.intent_at as "intentAt",
      x.started_at as "startedAt", now() as "claimedAt", x.charged_period as "chargedPeriod", a.lease_attempt as "leaseAttempt",
      json_build_object('platformId', a.platform_id, 'username', a.username, 'metadata', a.metadata, 'credentials', a.credentials,
        'isConnected', a.disconnected_at is null, 'status', a.status) as account
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
        prepared = ${step.prepared === undefined ? sql`prepared` : sql`${step.prepared === null ? null : JSON.stringify(step.prepared)}::jsonb`},
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

/** Frees the account for its next action. A statement of its own: it must see what others queued before the lock. */
async function freeAccount(tx: Runner, job: Job, pauseSeconds: number): Promise<void> {
  await tx.run(sql`
    update accounts a set lease_until = '-infinity', not_before = greatest(a.not_before, now() + ${pauseSeconds} * interval '1 second'),
      next_due_at = (select min(due_at) from actions x where x.tenant_id = a.tenant_id and x.account_id = a.id)
    where a.tenant_id = ${job.tenantId} and a.id = ${job.accountId}`);
}

export interface Postponement {
  readonly state: ActionState;
  readonly afterSeconds: number;
  /** How long no other action of the account may run. */
  readonly pauseSeconds: number;
  readonly tries?: number;
  readonly looks?: number;
  readonly repeats?: number;
  readonly prepared?: null;
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
      prepared = ${later.prepared === null ? sql`null` : sql`prepared`}, updated_at = now()
    where tenant_id = ${job.tenantId} and id = ${job.actionId}`);
  await freeAccount(tx, job, later.pauseSeconds);
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
  await freeAccount(tx, job, pauseSeconds);
  return true;
}

/** Pauses every account of a platform app. */
export async function pauseApp(system: Runner, platform: string, appId: string, seconds: number): Promise<void> {
  await system.run(sql`
    insert into app_pauses as p (platform, app_id, until) values (${platform}, ${appId}, now() + ${seconds} * interval '1 second')
    on conflict (platform, app_id) do update set until = greatest(p.until, excluded.until)`);
}

/** Gives a claimed account back untouched. */
export async function release(db: Runner, job: Job): Promise<void> {
  await db.run(sql`
    with back as (
      update accounts set lease_until = '-infinity'
      where tenant_id = ${job.tenantId} and id = ${job.accountId} and lease_attempt = ${job.leaseAttempt} returning 1
    )
    update actions set pickups = greatest(pickups - 1, 0) where tenant_id = ${job.tenantId} and id = ${job.actionId} and exists (select from back)`);
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

/** The leases of a service that was killed end at once when its embedded database starts again. */
export async function voidLeases(system: Runner): Promise<void> {
  await system.run(sql`update accounts set lease_until = '-infinity', poll_lease_until = '-infinity', refresh_lease_until = '-infinity'
    where lease_until > now() or poll_lease_until > now() or refresh_lease_until > now()`);
  await system.run(sql`update callbacks set lease_until = '-infinity' where lease_until > now()`);
}

export interface NewAction {
  readonly accountId: string;
  readonly platform: string;
  readonly kind: ActionKindName;
  readonly postId: string | null;
  readonly input: Readonly<Record<string, unknown>>;
  /** The target that it belongs to. */
  readonly parentId?: string;
  readonly batch?: string;
}

/** Queues an action that is due at once and locks its account. Returns its id. */
export async function insert(tx: Runner, tenantId: string, action: NewAction): Promise<string> {
  const id = newId('act');
  await tx.run(sql`
    with head as (
      select id from accounts where tenant_id = ${tenantId} and id = ${action.accountId} for update
    ), queued as (
      update accounts a set next_due_at = least(a.next_due_at, now()) from head where a.tenant_id = ${tenantId} and a.id = head.id
    )
    insert into actions (tenant_id, id, account_id, platform, kind, post_id, parent_id, batch, input, status, due_at)
    values (${tenantId}, ${id}, ${action.accountId}, ${action.platform}, ${action.kind}, ${action.postId}, ${action.parentId ?? null},
      ${action.batch ?? null}, ${JSON.stringify(action.input)}::jsonb, 'publishing', now())`);
  return id;
}

/** Adds to what is known of a target's extras. */
export async function addMetadata(
  tx: Runner,
  tenantId: string,
  id: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.run(
    sql`update actions set metadata = metadata || ${JSON.stringify(facts)}::jsonb, updated_at = now() where tenant_id = ${tenantId} and id = ${id}`,
  );
}

export interface BatchResult {
  readonly id: string;
  readonly account_id: string;
  readonly platform: string;
  readonly parent_id: string;
  readonly status: string;
  readonly error: Record<string, unknown> | null;
}

/** How far the actions of a batch are. */
export async function batchResults(
  db: Runner,
  tenantId: string,
  postId: string,
  batch: string,
): Promise<BatchResult[]> {
  return db.run(sql<BatchResult>`select id, account_id, platform, parent_id, status, error from actions
    where tenant_id = ${tenantId} and post_id = ${postId} and batch = ${batch} order by id`);
}

/** Notes which period paid for the action. */
export async function setCharge(tx: Runner, tenantId: string, id: string, period: Date): Promise<void> {
  await tx.run(sql`update actions set charged_period = ${period} where tenant_id = ${tenantId} and id = ${id}`);
}

export interface ActionResult {
  readonly account_id: string;
  readonly status: string;
  readonly platform_id: string | null;
  readonly error: Record<string, unknown> | null;
}

export async function result(db: Runner, tenantId: string, id: string): Promise<ActionResult | undefined> {
  return db.first(
    sql<ActionResult>`select account_id, status, platform_id, error from actions where tenant_id = ${tenantId} and id = ${id}`,
  );
}
