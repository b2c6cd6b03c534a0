import { sql } from 'kysely';
import type { Origin } from '../../../core/observing/work.ts';
import type { World } from '../../../core/tenant.ts';
import type { Runner } from '../../../db/query.ts';
import { isSuspended } from '../../../db/suspended.ts';
import { worldOf } from '../../../db/world.ts';
import type { Sealed } from '../secrets/sealed.ts';
import { countHours } from '../statistics/hours.repository.ts';
import { sealedColumns } from '../webhook.repository.ts';
import { INTERRUPTED } from './attempt-failure.ts';
import { AT_ONCE_MAX, AT_ONCE_START } from './breaker.ts';
import { ATTEMPTS_MAX } from './retry-times.ts';

/**
 * The leases of deliveries. A waiting delivery has a due time. A leased one is due at `infinity` and has `lease_until`. A
 * settled one has neither.
 *
 * The row of an endpoint in `delivery_queues` says when to check for its due deliveries. Writers of events bring that time
 * forward. Only a claim postpones it. It locks the row first and computes the time in the next statement, which sees
 * everything that was committed before, so no wake-up is lost. A row that a writer has locked is not postponed. Workers
 * never wait for a queue row, because writers wait for queue rows while they hold their tenant's row.
 */

/** The deliveries that an endpoint gets at once. */
const concurrency = sql`coalesce(w.concurrency_limit, ${AT_ONCE_START}::int)`;

/** A queue without free slots is checked again after this long, or when this process frees a slot. */
const CROWDED_SECONDS = 1;

export interface QueueKey {
  readonly tenantId: string;
  readonly endpointId: string;
}

/** A delivery that may be leased. */
export interface DueDelivery extends QueueKey {
  readonly id: string;
  readonly attempt: number;
  /** Attempts from before it was last queued again. */
  readonly earlierAttempts: number;
  /** Its last lease expired: the worker is lost. */
  readonly isAbandoned: boolean;
  /** Free slots of its endpoint. */
  readonly slots: number;
}

/** A leased delivery with everything that is needed to send it. */
export interface LeasedDelivery extends QueueKey {
  readonly id: string;
  /** Counted before the work; the fence of the settlement. */
  readonly attempt: number;
  /** Attempts from before it was last queued again; the times of retries do not count them. */
  readonly earlierAttempts: number;
  readonly eventType: string;
  /** The fields of the event are null when it is past its retention. */
  readonly eventId: string | null;
  readonly eventSeq: number;
  readonly eventCreatedAt: Date | null;
  readonly eventBrandId: string | null;
  readonly data: string | null;
  readonly rawPayload: string | null;
  readonly url: string;
  readonly sealed: Sealed;
  readonly failingSince: Date | null;
  readonly workspaceId: string;
  readonly mode: 'live' | 'test';
  readonly world: World | null;
  readonly planName: string;
  /** The cause of the event. */
  readonly origin: Origin;
}

/**
 * Due queues, the longest waiting first, and the hinted ones, except those that another process has locked. The lock is an
 * advisory one, so it does not block writers of events.
 */
export async function lockDueQueues(
  tx: Runner,
  limit: number,
  exceptTenants: readonly string[],
  hints: readonly QueueKey[],
): Promise<QueueKey[]> {
  const [, queues] = await Promise.all([
    // A crash of the database may undo a claim without harm, so the commit does not wait for the disk.
    tx.run(sql`set local synchronous_commit = off`),
    tx.run(sql<QueueKey>`
      select tenant_id as "tenantId", endpoint_id as "endpointId" from (
        (select tenant_id, endpoint_id from delivery_queues d
          where next_due_at <= now() and tenant_id <> all (${exceptTenants}) and not ${isSuspended('d')}
          order by next_due_at limit ${limit})
        union all
        select tenant_id, endpoint_id from ${keysOf(hints)}
      ) q
      where pg_try_advisory_xact_lock(hashtextextended(endpoint_id, 0))`),
  ]);
  return [...new Map(queues.map((queue) => [nameOf(queue), queue])).values()];
}

/**
 * Due and abandoned deliveries of these queues, at most as many of each as its endpoint has free slots. Those that a replay
 * has queued go behind the others. A pause of the endpoint holds all of them back, and their attempts are not counted.
 */
export async function dueOf(tx: Runner, queues: readonly QueueKey[]): Promise<DueDelivery[]> {
  return tx.run(sql<DueDelivery>`
    select q.tenant_id as "tenantId", q.endpoint_id as "endpointId", d.id, d.attempt, d.earlier_attempts as "earlierAttempts",
      d.is_abandoned as "isAbandoned", free.slots
    from ${keysOf(queues)}
    join webhook_endpoints w on w.tenant_id = q.tenant_id and w.id = q.endpoint_id and w.is_active
      and (w.not_before is null or w.not_before <= now())
    cross join lateral (
      select ${concurrency} - count(*)::int as slots from deliveries
      where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at = 'infinity' and lease_until > now()
    ) free
    cross join lateral (
      (select id, attempt, earlier_attempts, true as is_abandoned from deliveries
        where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at = 'infinity' and lease_until <= now()
        limit ${AT_ONCE_MAX})
      union all
      (select id, attempt, earlier_attempts, false from deliveries
        where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at <= now() and replay_id is null
        order by due_at limit ${AT_ONCE_MAX})
      union all
      (select id, attempt, earlier_attempts, false from deliveries
        where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at <= now() and replay_id is not null
        order by due_at limit ${AT_ONCE_MAX})
      limit greatest(free.slots, 0)
    ) d
    order by q.ordinal`);
}

/** Leases deliveries of tenants that are not suspended and counts the attempt. Records the attempts of lost workers. Locks deliveries in the order of their ids. */
export async function lease(
  tx: Runner,
  chosen: readonly DueDelivery[],
  leaseSeconds: number,
): Promise<LeasedDelivery[]> {
  return tx.run(sql<LeasedDelivery>`
    with ${chosenAs(chosen)}, ${recordAbandoned}, held as materialized (
      select d.id from deliveries d join chosen c on d.tenant_id = c.tenant_id and d.id = c.id order by d.id for update of d
    ), leased as (
      update deliveries d set attempt = d.attempt + 1, due_at = 'infinity', lease_until = now() + ${leaseSeconds} * interval '1 second'
      from chosen c join held h on h.id = c.id
      where not ${isSuspended('c')} and d.tenant_id = c.tenant_id and d.id = c.id and d.attempt = c.attempt and (d.due_at <= now() or d.due_at = 'infinity')
      returning d.tenant_id, d.endpoint_id, d.id, d.attempt, d.earlier_attempts, d.event_type, d.event_seq, c.ordinal
    )
    select l.tenant_id as "tenantId", l.endpoint_id as "endpointId", l.id, l.attempt, l.earlier_attempts as "earlierAttempts", l.event_type as "eventType",
      e.id as "eventId", l.event_seq as "eventSeq", e.created_at as "eventCreatedAt", e.brand_id as "eventBrandId",
      e.data::text as data, e.raw_payload::text as "rawPayload",
      w.url, ${sealedColumns}, w.failing_since as "failingSince",
      t.workspace_id as "workspaceId", t.mode, ${worldOf} as world, t.plan as "planName",
      json_build_object('requestId', e.request_id, 'traceparent', e.traceparent) as origin
    from leased l
    join webhook_endpoints w on w.tenant_id = l.tenant_id and w.id = l.endpoint_id
    join tenants t on t.tenant_id = l.tenant_id
    left join events e on e.tenant_id = l.tenant_id and e.seq = l.event_seq
    order by l.ordinal`);
}

/** Whether an abandoned delivery has had all of its attempts. It must not kill its workers for ever. */
export function isSpent(delivery: DueDelivery): boolean {
  return delivery.isAbandoned && delivery.attempt - delivery.earlierAttempts >= ATTEMPTS_MAX;
}

/** Fails deliveries that are spent. It locks their hours, so call it behind `lease`, which waits for deliveries. */
export async function failSpent(tx: Runner, spent: readonly DueDelivery[]): Promise<void> {
  await tx.run(sql`
    with ${chosenAs(spent)}, ${recordAbandoned}, written as (
      update deliveries d set status = 'failed', due_at = null from chosen c
      where d.tenant_id = c.tenant_id and d.id = c.id and d.attempt = c.attempt and d.due_at = 'infinity'
      returning d.tenant_id, d.endpoint_id, d.status, null::int as place
    )
    ${countHours}`);
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
      insert into delivery_attempts (tenant_id, delivery_id, attempt, reason, error_message, duration_ms)
      select d.tenant_id, d.id, d.attempt, ${INTERRUPTED.reason}, ${INTERRUPTED.message}, 0
      from deliveries d join chosen c on d.tenant_id = c.tenant_id and d.id = c.id and d.attempt = c.attempt
      where d.due_at = 'infinity'
      on conflict do nothing
    )`;

/**
 * Sets when queues are checked again: at the next due time, and at the end of the first lease, but not during a pause of
 * the endpoint. Overdue deliveries count as
 * due now, so that a long queue goes behind the others.
 */
export async function postponeQueues(tx: Runner, queues: readonly QueueKey[]): Promise<void> {
  const locked = await tx.run(sql<QueueKey>`
    select q.tenant_id as "tenantId", q.endpoint_id as "endpointId" from delivery_queues q
    where (q.tenant_id, q.endpoint_id) in (select tenant_id, endpoint_id from ${keysOf(queues)})
    for update skip locked`);
  if (locked.length === 0) return;
  await tx.run(sql`
    update delivery_queues target set next_due_at = case
      when w.is_active and (leased.first_end is not null or waiting.next is not null)
        then greatest(least(leased.first_end, waiting.next), w.not_before) end
    from ${keysOf(locked)}
    left join webhook_endpoints w on w.tenant_id = q.tenant_id and w.id = q.endpoint_id
    cross join lateral (
      select count(*) filter (where lease_until > now()) as running, min(lease_until) as first_end from deliveries
      where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at = 'infinity'
    ) leased
    cross join lateral (
      select case
        when min(due_at) is null then null
        when leased.running < ${concurrency} then greatest(min(due_at), now())
        else greatest(min(due_at), now() + ${CROWDED_SECONDS} * interval '1 second') end as next
      from deliveries where tenant_id = q.tenant_id and endpoint_id = q.endpoint_id and due_at < 'infinity'
    ) waiting
    where target.tenant_id = q.tenant_id and target.endpoint_id = q.endpoint_id`);
}

/** The key of a queue in maps. */
export function nameOf({ tenantId, endpointId }: QueueKey): string {
  return `${tenantId} ${endpointId}`;
}

function keysOf(queues: readonly QueueKey[]) {
  return sql`unnest(${queues.map(({ tenantId }) => tenantId)}::text[], ${queues.map(({ endpointId }) => endpointId)}::text[])
    with ordinality as q (tenant_id, endpoint_id, ordinal)`;
}
