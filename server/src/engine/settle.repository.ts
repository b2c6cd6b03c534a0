import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';
import { isSuspended } from '../db/suspended.ts';
import type { Job, Outcome } from './action.ts';
import { type Claimed, claimColumns, isInDoubt, jobColumns, pausesAccount } from './lease.repository.ts';
import { FENCE, fenceOf, journalWith, notBefore } from './step.repository.ts';

/** The outcome of one action, with what happens to its account. */
export interface Settlement {
  readonly job: Job;
  readonly outcome: Outcome;
  readonly detail: Record<string, unknown>;
  readonly pauseSeconds: number;
  /** Whether the account's next action may start at once, under the same lease. */
  readonly mayGoOn: boolean;
}

/** The transaction aborts with this reason when another worker has leased an account. */
export const LEASE_LOST = 'lease_lost';

/** Locks the accounts under their fences, in order. Aborts with LEASE_LOST unless all of them are leased. */
export async function lockAccounts(tx: Runner, jobs: readonly Job[]): Promise<void> {
  await tx.run(sql`
    with locked as (
      select from jsonb_to_recordset(${JSON.stringify(jobs.map(fenceOf))}::jsonb) as h (${FENCE})
      join accounts a on a.tenant_id = h.tenant_id and a.id = h.account_id and a.lease_attempt = h.lease_attempt
      where a.lease_until > now() order by a.tenant_id, a.id for update of a
    )
    select case when count(*) < ${jobs.length} then refuse(${LEASE_LOST}) end from locked`);
}

/** Settles actions whose accounts are locked. */
export async function settle(tx: Runner, settlements: readonly Settlement[]): Promise<void> {
  const records = settlements.map(({ job, outcome, detail }) => ({
    ...fenceOf(job),
    status: outcome.status,
    platform_id: outcome.status === 'published' ? outcome.published.platformId : null,
    permalink: outcome.status === 'published' ? (outcome.published.permalink ?? null) : null,
    error: outcome.status === 'published' ? null : outcome.failure,
    lines: [{ state: outcome.status === 'failed' ? 'rejected' : outcome.status, detail }],
  }));
  await tx.run(sql`
    with ended as (
      select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as e (${FENCE}, status text, platform_id text, permalink text,
        error jsonb, lines jsonb)
    )
    update actions x set status = e.status, state = null, due_at = null, claim_count = 0, hang_count = 0, prepared = null,
      send_key = case when e.status = 'unconfirmed' then x.send_key end,
      journal = ${journalWith(sql`e.attempt`, sql`e.lines`)}, journal_ended_at = tenant_now(), platform_id = e.platform_id, permalink = e.permalink,
      published_at = case when e.status = 'published' then tenant_now() end, error = e.error, updated_at = now()
    from ended e where x.tenant_id = e.tenant_id and x.id = e.action_id`);
}

/**
 * Frees the accounts, except those that go on with their next action under the same lease. A separate statement, because
 * it must see what others queued or changed before the locks. A next action that is in doubt, not due or paused waits.
 */
export async function freeAccounts(tx: Runner, settlements: readonly Settlement[]): Promise<Claimed[]> {
  const records = settlements.map(({ job, outcome, pauseSeconds, mayGoOn }) => ({
    ...fenceOf(job),
    pause_seconds: pauseSeconds,
    is_throttled: pauseSeconds > 0 || (outcome.status === 'failed' && outcome.failure.code === 'platform_rate_limit'),
    goes_on: mayGoOn && pauseSeconds === 0,
  }));
  return tx.run(sql<Claimed>`
    with head as (
      select e.*, x.id as next_id, x.due_at, x.state
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as e (${FENCE}, pause_seconds float8, is_throttled boolean, goes_on boolean)
      left join lateral (
        select id, due_at, state from actions x where x.tenant_id = e.tenant_id and x.account_id = e.account_id and x.due_at is not null
        order by due_at, id limit 1
      ) x on true
    ), next as (
      select h.tenant_id, h.account_id, h.next_id from head h join accounts a on a.tenant_id = h.tenant_id and a.id = h.account_id
      where h.goes_on and not h.is_throttled and h.due_at <= now() and (h.state is null or h.state in ('claimed', 'prepared')) and a.not_before <= now() and not ${isSuspended('a')}
        and not exists (select from app_pauses p where ${pausesAccount} and p.until > now())
        and not exists (select from actions x where x.tenant_id = a.tenant_id and x.id = a.started_action_id and ${isInDoubt})
    ), started as (
      update actions x set ${claimColumns} from next n where x.tenant_id = n.tenant_id and x.id = n.next_id
      returning x.*
    ), freed as (
      update accounts a set next_due_at = h.due_at, lease_until = '-infinity',
        not_before = ${notBefore(sql`h.pause_seconds`)},
        throttled_at = case when h.is_throttled then coalesce(a.throttled_at, now()) end
      from head h where a.tenant_id = h.tenant_id and a.id = h.account_id
        and not exists (select from started s where s.tenant_id = h.tenant_id and s.account_id = h.account_id)
    ), going as (
      update accounts a set throttled_at = null, started_action_id = s.id from started s where a.tenant_id = s.tenant_id and a.id = s.account_id
    )
    select ${jobColumns(false)}
    from started x join accounts a on a.tenant_id = x.tenant_id and a.id = x.account_id join tenants t on t.tenant_id = x.tenant_id`);
}
