import { sql } from 'kysely';
import type { PlanName } from '../../core/billing/plans.ts';
import type { Claim } from '../../core/worker.ts';
import { claimDue } from '../../db/claim-due.ts';
import type { Runner } from '../../db/query.ts';

/** A workspace as the payment processor knows it. */
export interface BillingCustomer {
  readonly id: string;
  /** null: no subscription is running. */
  readonly subscription_id: string | null;
  readonly is_ending: boolean;
  /** The checkout that was opened last; null: none. */
  readonly checkout_id: string | null;
}

/** A customer whose state at the processor is read anew. */
export interface BillingJob {
  readonly tenant_id: string;
  readonly workspace_id: string;
  readonly id: string;
  /** The subscription that was applied last; null: none. */
  readonly subscription_id: string | null;
  readonly is_ending: boolean;
  readonly attempt: number;
  readonly failures: number;
}

export async function find(db: Runner, tenantId: string): Promise<BillingCustomer | undefined> {
  return db.first(
    sql<BillingCustomer>`
      select id, subscription_id, is_ending, checkout_id from billing_customers where tenant_id = ${tenantId}`,
  );
}

/** The last checkout, if it was opened with the same key within the last minute. */
export async function recentCheckout(db: Runner, tenantId: string, key: string): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    select checkout_id as id from billing_customers
    where tenant_id = ${tenantId} and checkout_key = ${key} and checkout_opened_at > now() - interval '1 minute'`);
  return row?.id;
}

/** Notes the open checkout of a customer. False when another was noted meanwhile, or the customer may buy no more. */
export async function noteCheckout(
  db: Runner,
  tenantId: string,
  { id, checkout_id: checkoutIdBefore }: BillingCustomer,
  checkout: { readonly id: string; readonly key: string },
): Promise<boolean> {
  const row = await db.first(sql`
    update billing_customers set checkout_id = ${checkout.id}, checkout_key = ${checkout.key}, checkout_opened_at = now()
    where tenant_id = ${tenantId} and id = ${id} and checkout_id is not distinct from ${checkoutIdBefore} and not is_ending
    returning 1`);
  return row !== undefined;
}

/** Keeps the processor's id, in place of `idBefore` if there was one. Of two at once the first stays. Returns which. */
export async function keep(db: Runner, tenantId: string, id: string, idBefore: string | undefined): Promise<string> {
  const row = await db.first(sql<{ id: string }>`
    insert into billing_customers as c (tenant_id, id) values (${tenantId}, ${id})
    on conflict (tenant_id) do update set id = case when c.id = ${idBefore ?? null} then excluded.id else c.id end
    returning id`);
  return row?.id as string;
}

/** Has the customer read at the processor now, unless that is under way or near: leases are shorter than two minutes. */
export async function makeDue(db: Runner, tenantId: string): Promise<void> {
  await db.run(sql`
    update billing_customers set due_at = now()
    where tenant_id = ${tenantId} and (due_at is null or due_at > now() + interval '2 minutes')`);
}

/** A checkout was opened: the customer is read in five minutes, in case that the notice of the payment is lost. */
export async function expectPayment(tx: Runner, tenantId: string): Promise<void> {
  await tx.run(sql`
    update billing_customers set due_at = least(due_at, now() + interval '5 minutes'), attempt = attempt + 1
    where tenant_id = ${tenantId}`);
}

/**
 * Ends the subscription of a live tenant at once and deletes its customer at the processor: the worker repeats that until
 * it is done and then removes the row. Call it in the transaction that deletes the workspace, then wake `billing`.
 */
export async function cancelSubscription(tx: Runner, liveTenantId: string): Promise<void> {
  await tx.run(sql`
    update billing_customers set is_ending = true, due_at = now(), attempt = attempt + 1
    where tenant_id = ${liveTenantId} and not is_ending`);
}

/** Leases due customers and counts the attempt. */
export function claim(system: Runner, claim: Claim): Promise<BillingJob[]> {
  return claimDue(
    system,
    { table: 'billing_customers', dueAt: 'due_at', attempt: 'attempt' },
    claim,
    sql`r.tenant_id, t.workspace_id, r.id, r.subscription_id, r.is_ending, r.attempt, r.failures`,
    sql`join tenants t on t.tenant_id = r.tenant_id`,
  );
}

/** The plan and the subscription that were applied last. Locks the row; undefined when a newer notice came. */
export async function lock(
  tx: Runner,
  { tenant_id: tenantId, attempt }: BillingJob,
): Promise<{ subscription_id: string | null; plan: PlanName | null } | undefined> {
  return tx.first(sql<{ subscription_id: string | null; plan: PlanName | null }>`
    select subscription_id, plan from billing_customers where tenant_id = ${tenantId} and attempt = ${attempt} for update`);
}

/** Notes what was applied. `nextSeconds`: until the customer is read again, in case that a notice is lost; null: never. */
export async function settle(
  tx: Runner,
  { tenant_id: tenantId }: BillingJob,
  applied: { readonly id: string; readonly plan: PlanName } | undefined,
  nextSeconds: number | null,
): Promise<void> {
  await tx.run(sql`
    update billing_customers set subscription_id = ${applied?.id ?? null}, plan = ${applied?.plan ?? null}, failures = 0, error = null,
      due_at = now() + ${nextSeconds}::float8 * interval '1 second'
    where tenant_id = ${tenantId}`);
}

/** Puts a failed reading off. */
export async function postpone(system: Runner, job: BillingJob, message: string, seconds: number): Promise<void> {
  await system.run(sql`
    update billing_customers set failures = failures + 1, error = ${message.slice(0, 1000)},
      due_at = now() + ${seconds} * interval '1 second'
    where tenant_id = ${job.tenant_id} and attempt = ${job.attempt}`);
}

/** Removes a customer that is gone at the processor. */
export async function remove(tx: Runner, tenantId: string): Promise<void> {
  await tx.run(sql`delete from billing_customers where tenant_id = ${tenantId}`);
}

/** Whether, and since when, a workspace is blocked: set by the first failed retry, and kept until nothing is owed. */
export async function setBlock(
  tx: Runner,
  workspaceId: string,
  { isPastDue, hasRetryFailed }: { readonly isPastDue: boolean; readonly hasRetryFailed: boolean },
): Promise<void> {
  await tx.run(sql`
    update workspaces set billing_blocked_at = case
      when ${hasRetryFailed} then coalesce(billing_blocked_at, now())
      when ${isPastDue} then billing_blocked_at end
    where id = ${workspaceId}`);
}

/** The plan that the workspace has now, whoever set it. Locks the workspace. */
export async function planOf(tx: Runner, workspaceId: string): Promise<PlanName> {
  const row = await tx.first(sql<{ plan: PlanName }>`select plan from workspaces where id = ${workspaceId} for update`);
  return row?.plan as PlanName;
}
