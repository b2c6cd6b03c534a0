import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';
import type { Evidence, SuspendedJob } from '../engine/index.ts';

/**
 * What became of an action that was not finished at the time of the backup.
 * `adopted`: it was published and is settled so. `absent`: it was not sent. `in_doubt`: an item that nothing explains may be
 * it. `unconfirmed`: nobody can know. `unreadable_account`: the account must be reconnected first. `cancelled`: somebody
 * took it back. `gone`: it is settled or deleted meanwhile.
 */
export type FindingName =
  | 'waiting'
  | 'adopted'
  | 'absent'
  | 'in_doubt'
  | 'unconfirmed'
  | 'unreadable_account'
  | 'cancelled'
  | 'gone';

export interface Candidate {
  readonly platform_id: string;
  readonly permalink?: string | undefined;
}

export interface Decision {
  readonly finding: FindingName;
  readonly by?: 'journal' | 'platform';
  readonly reason?: string;
  readonly candidates?: readonly Candidate[];
}

type Key = Pick<SuspendedJob, 'tenantId' | 'actionId'>;

/** Writes what was found. It is not looked up again. */
export async function decide(system: Runner, { tenantId, actionId }: Key, decision: Decision): Promise<void> {
  await system.run(sql`
    update restore_findings set finding = ${decision.finding}, decided_by = ${decision.by ?? null}, reason = ${decision.reason ?? null},
      candidates = ${JSON.stringify(decision.candidates ?? [])}::jsonb, due_at = null, decided_at = now()
    where tenant_id = ${tenantId} and action_id = ${actionId}`);
}

/** Looks it up again later. */
export async function postpone(
  system: Runner,
  { tenantId, actionId }: Key,
  { finding, reason, seconds }: { readonly finding: FindingName; readonly reason: string; readonly seconds: number },
): Promise<void> {
  await system.run(sql`
    update restore_findings set finding = ${finding}, reason = ${reason}, retry_count = retry_count + 1, due_at = now() + ${seconds}::float8 * interval '1 second'
    where tenant_id = ${tenantId} and action_id = ${actionId}`);
}

/** Notes what follows a target that was adopted: it may have been sent as well. */
export async function addFollowUps(system: Runner, job: SuspendedJob): Promise<void> {
  if (job.postId === null) return;
  await system.run(sql`
    insert into restore_findings (tenant_id, action_id, account_id, evidence)
    select x.tenant_id, x.id, x.account_id, case when ${job.evidence !== null} then '{"event": "intent"}'::jsonb end
    from actions x where x.tenant_id = ${job.tenantId} and x.post_id = ${job.postId}
      and x.account_id = ${job.accountId} and x.kind in ('segment', 'first_comment') and x.status in ('pending', 'publishing')
    on conflict do nothing`);
}

/**
 * Makes a post and its target, which is adopted, unfinished again, so that the status of the post is decided once more. Two targets
 * of a post are adopted at once: while one is unfinished, the settlement of the other decides nothing.
 */
export async function reopenPost(tx: Runner, { tenantId, postId, actionId }: SuspendedJob): Promise<void> {
  await tx.run(sql`select from posts where tenant_id = ${tenantId} and id = ${postId} for update`);
  await tx.run(sql`update actions set status = 'publishing' where tenant_id = ${tenantId} and id = ${actionId}`);
  await tx.run(sql`
    update posts set status = 'publishing' where tenant_id = ${tenantId} and id = ${postId} and status in ('failed', 'partial')`);
}

/** An item that belongs to an action by now leaves the candidates of others. Without candidates nothing was sent. */
export async function explain(system: Runner, { tenantId, accountId }: SuspendedJob): Promise<void> {
  await system.run(sql`
    with left_over as (
      select f.tenant_id, f.action_id, coalesce(jsonb_agg(c) filter (where not exists (
        select from actions x where x.tenant_id = f.tenant_id and x.account_id = f.account_id and x.platform_id = c ->> 'platform_id')), '[]') as candidates
      from restore_findings f cross join lateral jsonb_array_elements(f.candidates) c
      where f.tenant_id = ${tenantId} and f.account_id = ${accountId} and f.finding = 'in_doubt' group by f.tenant_id, f.action_id
    )
    update restore_findings f set candidates = l.candidates, finding = case when l.candidates = '[]' then 'absent' else 'in_doubt' end
    from left_over l where f.tenant_id = l.tenant_id and f.action_id = l.action_id and f.candidates <> l.candidates`);
}

/**
 * Findings whose actions were deleted meanwhile are decided. A scalar, so that each action is found by its key: a join
 * would read all actions, also when nothing is due.
 */
export async function closeDeleted(system: Runner): Promise<void> {
  await system.run(sql`
    update restore_findings f set finding = 'gone', due_at = null, decided_at = now()
    where f.due_at <= now() and (select x.id from actions x where x.tenant_id = f.tenant_id and x.id = f.action_id) is null`);
}

const PAGE = 1000;

export interface Undecided extends Key {
  readonly attempt: number;
  /** The backup's knowledge: nothing was sent in this attempt, an intent without an outcome, or nobody can know. */
  readonly known: 'none' | 'intent' | 'unconfirmed';
}

/** Unfinished actions of restored tenants in the order of their ids, without what is decided. */
export async function undecided(system: Runner, after: Key): Promise<Undecided[]> {
  return system.run(sql<Undecided>`
    select f.tenant_id as "tenantId", f.action_id as "actionId", x.attempt, case when x.status = 'unconfirmed' then 'unconfirmed'
      when x.status = 'publishing' and x.state in ('sending', 'reconciling') then 'intent' else 'none' end as known
    from restore_findings f join holds h on h.tenant_id = f.tenant_id and h.reason = 'restore'
    join actions x on x.tenant_id = f.tenant_id and x.id = f.action_id
    where f.due_at is not null and (f.tenant_id, f.action_id) > (${after.tenantId}, ${after.actionId})
    order by f.tenant_id, f.action_id limit ${PAGE}`);
}

/** Notes what the journal of intents tells. */
export async function noteEvidence(
  system: Runner,
  noted: readonly (Key & { readonly evidence: Evidence })[],
): Promise<void> {
  const records = noted.map(({ tenantId, actionId, evidence }) => ({ tenant: tenantId, action: actionId, evidence }));
  await system.run(sql`
    update restore_findings f set evidence = n.evidence
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as n (tenant text, action text, evidence jsonb)
    where f.tenant_id = n.tenant and f.action_id = n.action`);
}
