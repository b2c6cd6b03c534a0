import { sql } from 'kysely';
import type { TenantDatabase } from '../../db/database.ts';
import type { Runner } from '../../db/query.ts';
import { ATTEMPTS_MAX } from './delivery-schedule.ts';

/**
 * The leases of deliveries. A waiting delivery has a due time; a leased one is due at `infinity` and has `lease_until`;
 * a finished one has neither.
 *
 * The row of an endpoint in `delivery_queues` says when to look for its due deliveries. Writers of events bring that
 * time forward. Only a claim puts it off, and it locks the row first and computes the time in the next statement, which
 * sees everything that was committed before: so no wake-up is lost. A row that a writer holds is simply not put off.
 * No lane ever waits for a queue row, because writers wait for them while they hold their tenant's row.
 */

/** Deliveries of one endpoint that are sent at the same time. */
const RUNNING_PER_ENDPOINT_MAX = 5;

/** A queue without free slots is looked at again after this long, when nobody in this process says so earlier. */
const CROWDED_SECONDS = 1;

export interface QueueKey {
  readonly tenantId: string;
  readonly endpointId: string;
}

/** A delivery that may be leased. */
export interface DueDelivery extends QueueKey {
  readonly id: string;
  readonly attempt: number;
  /** Its last lease ran out: whoever held it is gone. */
  readonly isAbandoned: boolean;
  /** Free slots of its endpoint. */
  readonly slots: number;
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

/**
 * Queues that are due, the longest waiting first, and the hinted ones, except those that another process looks at
 * right now. The lock is an advisory one, which writers of events do not meet.
 */
export async function lookAtQueues(
  tx: Runner,
  limit: number,
  exceptTenants: readonly string[],
  hints: readonly QueueKey[],
): Promise<QueueKey[]> {
  // A claim that a crash of the database undoes was a claim of nothing: its answers wait for no disk.
  const isRelaxed = tx.run(sql`set local synchronous_commit = off`);
  const queues = tx.run(sql<QueueKey>`
    select tenant_id as "tenantId", endpoint_id as "endpointId" from (
      (select tenant_id, endpoint_id from delivery_queues
        where next_due_at <= now() and tenant_id <> all (${exceptTenants})
        order by next_due_at limit ${limit})
      union all
      select tenant_id, endpoint_id from ${keysOf(hints)}
    ) q
    where pg_try_advisory_xact_lock(hashtextextended(endpoint_id, 0))`);
  await isRelaxed;
  const seen = new Map((await queues).map((queue) => [nameOf(queue), queue]));
  return [...seen.values()];
}

/** Due and abandoned deliveries of queues, as many of each as its endpoint has free slots. */
export async function dueOf(tx: Runner, queues: readonly QueueKey[]): Promise<DueDelivery[]> {
  return tx.run(sql<DueDelivery>`
    select q.tenant_id as "tenantId", q.endpoint_id as "endpointId", d.id, d.attempt, d.is_abandoned as "isAbandoned", free.slots
    from ${keysOf(queues)}
    join webhook_endpoints w on w.tenant_id = q.tenant_id and w.id = q.endpoint_id and w.is_active
    cross join lateral (
      select ${RUNNING_PER_ENDPOINT_MAX}::int - count(*)::int as slots from deliveries
      where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at = 'infinity' and lease_until > now()
    ) free
    cross join lateral (
      (select id, attempt, true as is_abandoned from deliveries
        where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at = 'infinity' and lease_until <= now()
        limit ${RUNNING_PER_ENDPOINT_MAX})
      union all
      (select id, attempt, false from deliveries
        where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at <= now()
        order by due_at limit ${RUNNING_PER_ENDPOINT_MAX})
      limit greatest(free.slots, 0)
    ) d
    order by q.ordinal`);
}

/** Leases deliveries and counts the attempt. Attempts whose worker is gone get their record. */
export async function lease(
  tx: Runner,
  chosen: readonly DueDelivery[],
  leaseSeconds: number,
): Promise<LeasedDelivery[]> {
  return tx.run(sql<LeasedDelivery>`
    with ${chosenAs(chosen)}, ${recordAbandoned}, leased as (
      update deliveries d set attempt = d.attempt + 1, due_at = 'infinity', lease_until = now() + ${leaseSeconds} * interval '1 second'
      from chosen c
      where d.tenant_id = c.tenant_id and d.id = c.id and d.attempt = c.attempt and (d.due_at <= now() or d.due_at = 'infinity')
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

/** Whether an abandoned delivery has had all of its attempts: one that kills its worker must not do so for ever. */
export function isSpent(delivery: DueDelivery): boolean {
  return delivery.isAbandoned && delivery.attempt >= ATTEMPTS_MAX;
}

/** Ends deliveries that are spent. */
export async function giveUp(tx: Runner, spent: readonly DueDelivery[]): Promise<void> {
  await tx.run(sql`
    with ${chosenAs(spent)}, ${recordAbandoned}
    update deliveries d set status = 'failed', due_at = null from chosen c
    where d.tenant_id = c.tenant_id and d.id = c.id and d.attempt = c.attempt and d.due_at = 'infinity'`);
}

function chosenAs(deliveries: readonly DueDelivery[]) {
  const tenantIds = deliveries.map(({ tenantId }) => tenantId);
  const ids = deliveries.map(({ id }) => id);
  const attempts = deliveries.map(({ attempt }) => attempt);
  return sql`chosen as (
      select * from unnest(${tenantIds}::text[], ${ids}::text[], ${attempts}::int[]) with ordinality as c (tenant_id, id, attempt, ordinal)
    )`;
}

const recordAbandoned = sql`abandoned as (
      insert into delivery_attempts (tenant_id, delivery_id, attempt, error_message, duration_ms)
      select d.tenant_id, d.id, d.attempt, 'the service stopped before it could record the answer', 0
      from deliveries d join chosen c on d.tenant_id = c.tenant_id and d.id = c.id and d.attempt = c.attempt
      where d.due_at = 'infinity'
      on conflict do nothing
    )`;

/**
 * Says when to look at queues again: when something is due, and at the end of the first lease. What is overdue counts
 * as due now, so that a long queue goes to the end of the line.
 */
export async function putOff(tx: Runner, queues: readonly QueueKey[]): Promise<void> {
  const locked = await tx.run(sql<QueueKey>`
    select q.tenant_id as "tenantId", q.endpoint_id as "endpointId" from delivery_queues q
    where (q.tenant_id, q.endpoint_id) in (select tenant_id, endpoint_id from ${keysOf(queues)})
    for update skip locked`);
  if (locked.length === 0) return;
  await tx.run(sql`
    update delivery_queues target set next_due_at = case when w.is_active then least(leased.first_end, waiting.next) end
    from ${keysOf(locked)}
    left join webhook_endpoints w on w.tenant_id = q.tenant_id and w.id = q.endpoint_id
    cross join lateral (
      select count(*) filter (where lease_until > now()) as running, min(lease_until) as first_end from deliveries
      where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at = 'infinity'
    ) leased
    cross join lateral (
      select case
        when min(due_at) is null then null
        when leased.running < ${RUNNING_PER_ENDPOINT_MAX} then greatest(min(due_at), now())
        else greatest(min(due_at), now() + ${CROWDED_SECONDS} * interval '1 second') end as next
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
  /** What it says about the endpoint; null when the endpoint was not asked. */
  readonly isHealthy: boolean | null;
}

/**
 * Writes the outcomes of attempts, except those of deliveries that were taken over meanwhile, and since when their
 * endpoints have been failing. The queues stay as they are: they are looked at by the end of each lease anyway, and no
 * retry is due much sooner.
 */
export async function settle(
  db: TenantDatabase,
  settled: readonly (Pick<LeasedDelivery, 'tenantId' | 'endpointId' | 'id' | 'attempt'> & Outcome)[],
): Promise<void> {
  const rows = settled.map((each) => ({
    tenant_id: each.tenantId,
    endpoint_id: each.endpointId,
    id: each.id,
    attempt: each.attempt,
    status: each.status,
    pause_seconds: each.pauseSeconds,
    status_code: each.statusCode,
    response_body: each.responseBody,
    error_message: each.error,
    duration_ms: each.durationMs,
    is_healthy: each.isHealthy,
  }));
  const outcomes = sql`outcome as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (tenant_id text, endpoint_id text, id text, attempt int, status text,
        pause_seconds float8, status_code int, response_body text, error_message text, duration_ms int, is_healthy boolean)
    )`;
  await db.transaction(async (tx) => {
    // Both leave in one flush. Endpoints come before deliveries, as everywhere, and in the order of their ids.
    await Promise.all([
      tx.run(sql`
        with ${outcomes}, news as (
          select tenant_id, endpoint_id, bool_or(is_healthy) as is_healthy from outcome where is_healthy is not null group by 1, 2
        ), changed as (
          select w.tenant_id, w.id, n.is_healthy from webhook_endpoints w
          join news n on n.tenant_id = w.tenant_id and n.endpoint_id = w.id
          where (w.failing_since is null) <> n.is_healthy
          order by w.tenant_id, w.id for update of w
        )
        update webhook_endpoints w set failing_since = case when c.is_healthy then null else now() end
        from changed c where w.tenant_id = c.tenant_id and w.id = c.id`),
      tx.run(sql`
        with ${outcomes}, written as (
          update deliveries d set status = o.status, due_at = now() + o.pause_seconds * interval '1 second', lease_until = '-infinity',
            response_status_code = o.status_code, response_duration_ms = o.duration_ms
          from outcome o
          where d.tenant_id = o.tenant_id and d.id = o.id and d.attempt = o.attempt and d.due_at = 'infinity'
          returning o.*
        )
        insert into delivery_attempts (tenant_id, delivery_id, attempt, status_code, response_body, error_message, duration_ms)
        select tenant_id, id, attempt, status_code, response_body, error_message, duration_ms from written
        on conflict do nothing`),
    ]);
  });
}

/** Gives a leased delivery back as if it had never been taken. */
export async function release(
  db: TenantDatabase,
  { tenantId, endpointId, id, attempt }: LeasedDelivery,
): Promise<void> {
  await db.run(sql`
    update deliveries set attempt = attempt - 1, due_at = now(), lease_until = '-infinity'
    where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt} and due_at = 'infinity'`);
  await db.run(sql`
    update delivery_queues set next_due_at = now()
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId}`);
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

/** One text for each queue. */
export function nameOf({ tenantId, endpointId }: QueueKey): string {
  return `${tenantId} ${endpointId}`;
}

function keysOf(queues: readonly QueueKey[]) {
  return sql`unnest(${queues.map(({ tenantId }) => tenantId)}::text[], ${queues.map(({ endpointId }) => endpointId)}::text[])
    with ordinality as q (tenant_id, endpoint_id, ordinal)`;
}
