import { sql } from 'kysely';
import { actorJson, type StoredActor } from '../core/actor.ts';
import { newId } from '../core/ids.ts';
import { type Origin, originNow } from '../core/observing/work.ts';
import type { ActionKindName } from '../db/column-types.ts';
import type { Runner } from '../db/query.ts';
import type { Failure, Job } from './action.ts';

export interface NewAction {
  /** Sets the order of several actions: those due at the same time run in the order of their ids. */
  readonly id?: string | undefined;
  readonly accountId: string;
  readonly platform: string;
  readonly kind: ActionKindName;
  readonly postId: string | null;
  readonly input: Readonly<Record<string, unknown>>;
  /** The target that it belongs to. */
  readonly parentId?: string;
  readonly batch?: string;
  /** Same for equal requests. */
  readonly fingerprint?: Buffer | undefined;
  /** The actor that asks for it; undefined: it follows from another action. */
  readonly createdBy?: StoredActor;
  /** The cause of it; default: the origin of the work that queues it. */
  readonly origin?: Origin | undefined;
}

/** Queues an action that is due at once, and locks its account. Returns its id. */
export async function insert(tx: Runner, tenantId: string, action: NewAction): Promise<string> {
  const id = action.id ?? newId('act');
  const { requestId, traceparent } = action.origin ?? originNow();
  await tx.run(sql`
    with head as (
      select id from accounts where tenant_id = ${tenantId} and id = ${action.accountId} for update
    ), queued as (
      update accounts a set next_due_at = least(a.next_due_at, now()) from head where a.tenant_id = ${tenantId} and a.id = head.id
    )
    insert into actions (tenant_id, id, account_id, platform, kind, post_id, parent_id, batch, input, fingerprint, status, due_at, created_by, request_id, traceparent)
    values (${tenantId}, ${id}, ${action.accountId}, ${action.platform}, ${action.kind}, ${action.postId}, ${action.parentId ?? null},
      ${action.batch ?? null}, ${JSON.stringify(action.input)}::jsonb, ${action.fingerprint ?? null}, 'publishing', now(), ${actorJson(action.createdBy)}::jsonb, ${requestId}, ${traceparent})`);
  return id;
}

/** Equal requests join an action for so long after its end. */
const EQUAL_MINUTES = 2;

/** A request joins an earlier action that is like this. */
export interface EqualAction {
  readonly fingerprint: Buffer;
  /** By our clock. An action that ended before it has answered another item. */
  readonly since: Date | undefined;
  /** Only actions that were queued after this one. */
  readonly afterId?: string | undefined;
}

/**
 * The newest equal action that is unfinished or ended a moment ago. One that failed did not happen. `lockedId`: an account
 * that is locked before, so that no other request queues an equal action meanwhile.
 */
export async function findEqual(
  db: Runner,
  tenantId: string,
  { fingerprint, since, afterId }: EqualAction,
  lockedId?: string,
): Promise<string | undefined> {
  if (lockedId !== undefined)
    await db.run(sql`select 1 from accounts where tenant_id = ${tenantId} and id = ${lockedId} for update`);
  const row = await db.first(sql<{ id: string }>`
    select id from actions where tenant_id = ${tenantId} and fingerprint = ${fingerprint} and id > ${afterId ?? ''}
      and (status in ('pending', 'publishing') or (status in ('published', 'unconfirmed')
        and coalesce(journal_ended_at, created_at) > greatest(tenant_now() - ${EQUAL_MINUTES} * interval '1 minute', ${since ?? null}::timestamptz)))
    order by id desc limit 1`);
  return row?.id;
}

/** An equal request sends again, because the content of these actions was replaced or removed. */
export async function releaseFingerprints(
  tx: Runner,
  { tenantId, accountId, actionId }: Pick<Job, 'tenantId' | 'accountId' | 'actionId'>,
  platformId: string,
): Promise<void> {
  await tx.run(sql`update actions set fingerprint = null
    where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${platformId} and id <> ${actionId} and fingerprint is not null`);
}

/** Adds facts about a target's follow-ups to its metadata. */
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

/** Merges fields into the input of the target whose post has this id on the platform. */
export async function updatePublishedInput(
  tx: Runner,
  { tenantId, accountId }: Pick<Job, 'tenantId' | 'accountId'>,
  platformId: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.run(sql`update actions set input = input || ${JSON.stringify(fields)}::jsonb, updated_at = now()
    where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${platformId} and kind = 'publish'`);
}

export interface BatchResult {
  readonly id: string;
  readonly account_id: string;
  readonly platform: string;
  readonly parent_id: string;
  readonly status: string;
  readonly error: Record<string, unknown> | null;
}

/** The results so far of the actions of a batch. */
export async function batchResults(
  db: Runner,
  tenantId: string,
  postId: string,
  batch: string,
): Promise<BatchResult[]> {
  return db.run(sql<BatchResult>`select id, account_id, platform, parent_id, status, error from actions
    where tenant_id = ${tenantId} and post_id = ${postId} and batch = ${batch} order by id`);
}

/**
 * Fails the actions of the batch that still wait on the same account, with the same failure. The caller holds the
 * account's lock. The next claim corrects the head of the queue. Returns their ids.
 */
export async function failRest(tx: Runner, job: Job, failure: Failure): Promise<string[]> {
  const rows = await tx.run(sql<{ id: string }>`
    update actions set status = 'failed', due_at = null, error = ${JSON.stringify(failure)}::jsonb, journal_ended_at = tenant_now(),
      updated_at = now()
    where tenant_id = ${job.tenantId} and post_id is not distinct from ${job.postId} and batch = ${job.batch} and account_id = ${job.accountId}
      and status = 'publishing' and state is null returning id`);
  return rows.map(({ id }) => id);
}

/** Stores the period that paid for the action. */
export async function setCharge(tx: Runner, tenantId: string, id: string, period: Date): Promise<void> {
  await tx.run(sql`update actions set charged_period = ${period} where tenant_id = ${tenantId} and id = ${id}`);
}

export interface ActionResult {
  readonly account_id: string;
  readonly platform: string;
  readonly status: string;
  readonly platform_id: string | null;
  readonly error: Record<string, unknown> | null;
  readonly input: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
  readonly fingerprint: Buffer | null;
}

export async function result(db: Runner, tenantId: string, id: string): Promise<ActionResult | undefined> {
  return db.first(
    sql<ActionResult>`select account_id, platform, status, platform_id, error, input, metadata, fingerprint from actions where tenant_id = ${tenantId} and id = ${id}`,
  );
}

/** The platform's id of a post that was published on the account. */
export async function publishedId(
  db: Runner,
  tenantId: string,
  accountId: string,
  postId: string,
): Promise<string | undefined> {
  const row = await db.first(sql<{ platform_id: string }>`
    select platform_id from actions
    where tenant_id = ${tenantId} and account_id = ${accountId} and kind = 'publish' and post_id = ${postId} and platform_id is not null`);
  return row?.platform_id;
}

/** A step of an action's journal. */
export interface AttemptRow {
  account_id: string;
  platform: string;
  action: 'publish' | 'segment' | 'first_comment' | 'remove' | 'edit' | 'reply';
  action_id: string;
  attempt: number;
  step: number;
  state: string;
  at: Date;
  detail: Record<string, unknown>;
  request_id: string | null;
}

/** One page of the journal of a post's actions and one row more, oldest first. `after`: a time and a sort key. */
export async function attemptsOf(
  db: Runner,
  tenantId: string,
  postId: string,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<AttemptRow[]> {
  const sortKey = sql`a.id || lpad(t.attempt::text, 6, '0') || lpad(t.step::text, 6, '0')`;
  const beyond = after === undefined ? sql`` : sql`and (t.at, ${sortKey}) > (${after[0]}::timestamptz, ${after[1]})`;
  return db.run(sql<AttemptRow>`
    select a.account_id, a.platform, a.kind as action, a.id as action_id, t.attempt, t.step, t.state, t.at, t.detail, a.request_id
    from actions a, journal_of(a) t
    where a.tenant_id = ${tenantId} and a.post_id = ${postId} ${beyond}
    order by t.at, ${sortKey} limit ${limit + 1}`);
}
