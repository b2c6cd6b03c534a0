import { sql } from 'kysely';
import { newId } from '../../core/ids.ts';
import type { Runner } from '../../db/query.ts';
import type { ActionKindName } from '../../db/schema.ts';
import type { Failure, Job } from './action.ts';

export interface NewAction {
  /** Where several are made at once that are to be done in an order: what is due at the same time goes by id. */
  readonly id?: string | undefined;
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
  const id = action.id ?? newId('act');
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

/**
 * Ends what the action's batch still has waiting on the same account, for the same reason. The caller holds the
 * account's lock; the queue's head is corrected by the next claim.
 */
export async function failRest(tx: Runner, job: Job, failure: Failure): Promise<void> {
  await tx.run(sql`
    update actions set status = 'failed', due_at = null, error = ${JSON.stringify(failure)}::jsonb, updated_at = now()
    where tenant_id = ${job.tenantId} and post_id = ${job.postId} and batch = ${job.batch} and account_id = ${job.accountId}
      and status = 'publishing' and state is null`);
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
  readonly input: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
}

export async function result(db: Runner, tenantId: string, id: string): Promise<ActionResult | undefined> {
  return db.first(
    sql<ActionResult>`select account_id, status, platform_id, error, input, metadata from actions where tenant_id = ${tenantId} and id = ${id}`,
  );
}
