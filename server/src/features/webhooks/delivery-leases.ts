import { sql } from 'kysely';
import type { TenantDatabase, Transaction } from '../../db/database.ts';
import type { Runner } from '../../db/query.ts';
import { ATTEMPTS_MAX } from './delivery-schedule.ts';

/**
 * The leases of deliveries. A waiting delivery has a due time; a leased one is due at `infinity` and has `lease_until`;
 * a finished one has neither. Its endpoint's queue row says when to look next, and whoever leases or settles locks that
 * row first and computes the time in a statement of its own, which sees everything that was committed before the lock.
 * Writers of events only ever bring the time forward. So no wake-up is lost.
 */

/** Deliveries of one endpoint that are sent at the same time. */
const RUNNING_PER_ENDPOINT_MAX = 5;

interface QueueKey {
  readonly tenantId: string;
  readonly endpointId: string;
}

/** A delivery that may be leased. */
export interface DueDelivery extends QueueKey {
  readonly id: string;
  readonly attempt: number;
  /** Its last lease ran out: whoever held it is gone. */
  readonly isAbandoned: boolean;
}

/** A leased delivery with everything that sending it takes. */
export interface LeasedDelivery extends QueueKey {
  readonly id: string;
  /** Counted before the work; the fence of the settlement. */
  readonly attempt: number;
  readonly eventType: string;
  /** The rest of the event is null when it is no longer kept. */
  readonly eventId: string | null;
  readonly eventCreatedAt: Date | null;
  readonly data: string | null;
  readonly rawPayload: string | null;
  readonly url: string;
  readonly secret: string;
  readonly failingSince: Date | null;
  readonly workspaceId: string;
  readonly mode: 'live' | 'test';
  readonly planName: string;
  readonly tenantCreatedAt: Date;
}

/** Locks queues that are due, the longest waiting first. Queues that others hold are left to them. */
export async function lockDueQueues(tx: Runner, limit: number, exceptTenants: readonly string[]): Promise<QueueKey[]> {
  return tx.run(sql<QueueKey>`
    select tenant_id as "tenantId", endpoint_id as "endpointId" from delivery_queues
    where next_due_at <= now() and tenant_id <> all (${exceptTenants})
    order by next_due_at limit ${limit} for update skip locked`);
}

/** Due and abandoned deliveries of locked queues, as many of each as its endpoint has free slots. */
export async function dueOf(tx: Runner, queues: readonly QueueKey[]): Promise<DueDelivery[]> {
  return tx.run(sql<DueDelivery>`
    select q.tenant_id as "tenantId", q.endpoint_id as "endpointId", d.id, d.attempt, d.is_abandoned as "isAbandoned"
    from ${keysOf(queues)}
    join webhook_endpoints w on w.tenant_id = q.tenant_id and w.id = q.endpoint_id and w.is_active
    cross join lateral (
      select count(*) filter (where lease_until > now()) as running from deliveries
      where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at = 'infinity'
    ) leased
    cross join lateral (
      (select id, attempt, due_at, true as is_abandoned from deliveries
        where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at = 'infinity' and lease_until <= now()
        limit ${RUNNING_PER_ENDPOINT_MAX})
      union all
      (select id, attempt, due_at, false from deliveries
        where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at <= now()
        order by due_at limit ${RUNNING_PER_ENDPOINT_MAX})
      limit greatest(${RUNNING_PER_ENDPOINT_MAX} - leased.running, 0)
    ) d
    order by q.ordinal`);
}

/** Leases deliveries of locked queues and counts the attempt. Attempts whose worker is gone get their record. */
export async function lease(
  tx: Runner,
  chosen: readonly DueDelivery[],
  leaseSeconds: number,
): Promise<LeasedDelivery[]> {
  return tx.run(sql<LeasedDelivery>`
    with chosen as (
      select * from unnest(${chosen.map(({ tenantId }) => tenantId)}::text[], ${chosen.map(({ id }) => id)}::text[])
        with ordinality as c (tenant_id, id, ordinal)
    ), abandoned as (${recordAbandoned(sql`(select tenant_id, id from chosen)`)}), leased as (
      update deliveries d set attempt = d.attempt + 1, due_at = 'infinity', lease_until = now() + ${leaseSeconds} * interval '1 second'
      from chosen c where d.tenant_id = c.tenant_id and d.id = c.id
      returning d.tenant_id, d.endpoint_id, d.id, d.attempt, d.event_type, d.event_seq, c.ordinal
    )
    select l.tenant_id as "tenantId", l.endpoint_id as "endpointId", l.id, l.attempt, l.event_type as "eventType",
      e.id as "eventId", e.created_at as "eventCreatedAt", e.data::text as data, e.raw_payload::text as "rawPayload",
      w.url, w.secret, w.failing_since as "failingSince",
      t.workspace_id as "workspaceId", t.mode, s.plan as "planName", s.created_at as "tenantCreatedAt"
    from leased l
    join webhook_endpoints w on w.tenant_id = l.tenant_id and w.id = l.endpoint_id
    join tenants t on t.tenant_id = l.tenant_id
    join workspaces s on s.id = t.workspace_id
    left join events e on e.tenant_id = l.tenant_id and e.seq = l.event_seq
    order by l.ordinal`);
}

/** Ends deliveries whose last attempt lost its worker, so that one that kills its worker cannot do so for ever. */
export async function giveUp(tx: Runner, dead: readonly DueDelivery[]): Promise<void> {
  await tx.run(sql`
    with dead as (
      select * from unnest(${dead.map(({ tenantId }) => tenantId)}::text[], ${dead.map(({ id }) => id)}::text[]) as c (tenant_id, id)
    ), abandoned as (${recordAbandoned(sql`(select tenant_id, id from dead)`)})
    update deliveries d set status = 'failed', due_at = null from dead where d.tenant_id = dead.tenant_id and d.id = dead.id`);
}

/** Whether an abandoned delivery has had all of its attempts. */
export function isSpent(delivery: DueDelivery): boolean {
  return delivery.isAbandoned && delivery.attempt >= ATTEMPTS_MAX;
}

function recordAbandoned(keys: ReturnType<typeof sql>) {
  return sql`
    insert into delivery_attempts (tenant_id, delivery_id, attempt, error_message, duration_ms)
    select tenant_id, id, attempt, 'the service stopped before it could record the answer', 0 from deliveries
    where (tenant_id, id) in ${keys} and due_at = 'infinity'
    on conflict do nothing`;
}

/**
 * Says when to look at locked queues again: at the first due time while the endpoint has a free slot, and when the
 * first lease runs out. What is overdue counts as due now, so that a long queue goes to the end of the line.
 */
export async function reschedule(tx: Runner, queues: readonly QueueKey[]): Promise<void> {
  await tx.run(sql`
    update delivery_queues target set next_due_at = case when w.is_active then least(leased.first_end, waiting.next) end
    from ${keysOf(queues)}
    left join webhook_endpoints w on w.tenant_id = q.tenant_id and w.id = q.endpoint_id
    cross join lateral (
      select count(*) filter (where lease_until > now()) as running, min(lease_until) as first_end from deliveries
      where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at = 'infinity'
    ) leased
    cross join lateral (
      select case when leased.running < ${RUNNING_PER_ENDPOINT_MAX} and min(due_at) is not null then greatest(min(due_at), now()) end as next
      from deliveries where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at < 'infinity'
    ) waiting
    where target.tenant_id = q.tenant_id and target.endpoint_id = q.endpoint_id`);
}

/** How an attempt ended. */
export interface Outcome {
  readonly status: 'success' | 'failed' | 'pending';
  /** Until the next attempt, for `pending`. */
  readonly pauseSeconds: number | null;
  readonly statusCode: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number;
  /** What it says about the endpoint; undefined when the endpoint was not asked. */
  readonly isHealthy: boolean | undefined;
}

/** Writes the outcome of an attempt, unless the delivery was taken over meanwhile. Locks go endpoint, queue, delivery. */
export async function settle(db: TenantDatabase, delivery: LeasedDelivery, outcome: Outcome): Promise<void> {
  const { tenantId, endpointId, id, attempt } = delivery;
  const dueAt =
    outcome.pauseSeconds === null ? sql`null` : sql`now() + ${outcome.pauseSeconds}::float8 * interval '1 second'`;
  await db.transaction(async (tx) => {
    // All of these leave in one flush; the database runs them in this order.
    await Promise.all([
      markHealth(tx, delivery, outcome.isHealthy),
      lockQueue(tx, delivery),
      tx.run(sql`
        with settled as (
          update deliveries set status = ${outcome.status}, due_at = ${dueAt}, lease_until = '-infinity',
            response_status_code = ${outcome.statusCode}, response_duration_ms = ${outcome.durationMs}
          where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt} and due_at = 'infinity'
          returning 1
        )
        insert into delivery_attempts (tenant_id, delivery_id, attempt, status_code, response_body, error_message, duration_ms)
        select ${tenantId}, ${id}, ${attempt}, ${outcome.statusCode}, ${outcome.responseBody}, ${outcome.error}, ${outcome.durationMs}
        from settled on conflict do nothing`),
      reschedule(tx, [{ tenantId, endpointId }]),
    ]);
  });
}

/** Gives a leased delivery back as if it had never been taken. */
export async function release(db: TenantDatabase, delivery: LeasedDelivery): Promise<void> {
  const { tenantId, id, attempt } = delivery;
  await db.transaction(async (tx) => {
    await lockQueue(tx, delivery);
    await tx.run(sql`
      update deliveries set attempt = attempt - 1, due_at = now(), lease_until = '-infinity'
      where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt} and due_at = 'infinity'`);
    await reschedule(tx, [delivery]);
  });
}

async function lockQueue(tx: Runner, { tenantId, endpointId }: QueueKey): Promise<void> {
  await tx.run(
    sql`select 1 from delivery_queues where tenant_id = ${tenantId} and endpoint_id = ${endpointId} for update`,
  );
}

/** Notes since when an endpoint has been failing. */
async function markHealth(
  tx: Transaction,
  { tenantId, endpointId }: QueueKey,
  isHealthy: boolean | undefined,
): Promise<void> {
  if (isHealthy === undefined) return;
  await tx.run(sql`
    update webhook_endpoints set failing_since = ${isHealthy ? sql`null` : sql`now()`}
    where tenant_id = ${tenantId} and id = ${endpointId} and ${isHealthy ? sql`failing_since is not null` : sql`failing_since is null`}`);
}

/**
 * Voids every lease, for a start that knows that no other process works: what a killed service was sending is due at
 * once instead of at the end of its lease.
 */
export async function voidDeliveryLeases(db: TenantDatabase): Promise<void> {
  await db.run(sql`
    with voided as (
      update deliveries set lease_until = '-infinity' where due_at = 'infinity' returning tenant_id, endpoint_id
    )
    update delivery_queues q set next_due_at = now() from (select distinct tenant_id, endpoint_id from voided) v
    where q.tenant_id = v.tenant_id and q.endpoint_id = v.endpoint_id`);
}

function keysOf(queues: readonly QueueKey[]) {
  return sql`unnest(${queues.map(({ tenantId }) => tenantId)}::text[], ${queues.map(({ endpointId }) => endpointId)}::text[])
    with ordinality as q (tenant_id, endpoint_id, ordinal)`;
}
