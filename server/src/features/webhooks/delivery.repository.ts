import { sql } from 'kysely';
import type { CustomerResponse } from '../../core/tools.ts';
import { rowsFor } from '../../db/lists/page-rows.ts';
import type { Runner } from '../../db/query.ts';
import { failureOf } from './delivery/attempt-failure.ts';
import type { AttemptRow, DeliveryRow } from './delivery.ts';

/**
 * A leased delivery is due at `infinity`: its attempt is running and no other worker finds it. A waiting one is also held
 * back by a pause of its endpoint.
 */
const selected = sql.raw(`
  select d.id, d.endpoint_id, d.event_type, d.status, d.replay_id, d.attempt,
    case when isfinite(d.due_at) then greatest(d.due_at, w.not_before) end as next_attempt_at,
    d.response_status_code, d.response_duration_ms, d.created_at, d.event_seq = 0 as is_test,
    e.id as event_id, e.summary, d.event_seq, e.created_at as event_created_at, e.brand_id as event_brand_id, e.data::text as data, e.raw_payload::text as raw_payload
  from deliveries d left join events e on e.tenant_id = d.tenant_id and e.seq = d.event_seq
  left join webhook_endpoints w on w.tenant_id = d.tenant_id and w.id = d.endpoint_id`);

export interface DeliveryFilter {
  readonly status?: string | undefined;
  readonly eventType?: string | undefined;
  readonly eventId?: string | undefined;
  readonly replayId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** One page of an endpoint's deliveries and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  endpointId: string,
  filter: DeliveryFilter,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<DeliveryRow[]> {
  const conditions = [sql`d.tenant_id = ${tenantId}`, sql`d.endpoint_id = ${endpointId}`];
  if (filter.status !== undefined) conditions.push(sql`d.status = ${sql.lit(filter.status)}`);
  if (filter.eventType !== undefined) conditions.push(sql`d.event_type = ${filter.eventType}`);
  if (filter.eventId !== undefined)
    conditions.push(
      sql`d.event_seq = (select e.seq from events e where e.tenant_id = ${tenantId} and e.id = ${filter.eventId})`,
    );
  if (filter.replayId !== undefined) conditions.push(sql`d.replay_id = ${filter.replayId}`);
  if (filter.from !== undefined) conditions.push(sql`d.created_at >= ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql`d.created_at <= ${filter.to}`);
  if (after !== undefined)
    conditions.push(sql`(d.created_at, d.id) < (${after[0]}::timestamptz, ${after[1]}::text collate "C")`);
  return db.run(sql<DeliveryRow>`
    ${selected} where ${sql.join(conditions, sql` and `)} order by d.created_at desc, d.id desc limit ${rowsFor(limit)}`);
}

export async function byId(
  db: Runner,
  tenantId: string,
  endpointId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  return db.first(sql<DeliveryRow>`
    ${selected} where d.tenant_id = ${tenantId} and d.id = ${id} and d.endpoint_id = ${endpointId}`);
}

/** Every attempt of a delivery, the first one first. */
export async function attempts(db: Runner, tenantId: string, id: string): Promise<AttemptRow[]> {
  return db.run(sql<AttemptRow>`
    select attempt, status_code, response_body, reason, error_message, duration_ms, created_at from delivery_attempts
    where tenant_id = ${tenantId} and delivery_id = ${id} order by attempt`);
}

/**
 * Makes a delivery due now, whatever its status. One that had ended has all of its attempts again. A leased one stays as it
 * is. Locks its queue first.
 */
export async function requeue(tx: Runner, tenantId: string, endpointId: string, id: string): Promise<void> {
  await tx.run(sql`
    insert into delivery_queues as q (tenant_id, endpoint_id, next_due_at) values (${tenantId}, ${endpointId}, now())
    on conflict (tenant_id, endpoint_id) do update set next_due_at = least(q.next_due_at, excluded.next_due_at)`);
  await tx.run(sql`
    update deliveries set status = 'pending', due_at = now(), is_due_without_replay = true,
      earlier_attempts = case when due_at is null then attempt else earlier_attempts end
    where tenant_id = ${tenantId} and id = ${id} and due_at is distinct from 'infinity'`);
}

export interface TestDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly type: string;
  readonly status: 'success' | 'failed';
  readonly response: CustomerResponse;
}

/** Stores a test that was sent. It belongs to no event, so its event number is 0. Does nothing when the endpoint is gone. */
export async function insertTest(tx: Runner, tenantId: string, test: TestDelivery): Promise<void> {
  const { status, durationMs, body, error } = test.response;
  const failure = failureOf(test.response);
  await tx.run(sql`
    with delivery as (
      insert into deliveries (tenant_id, id, endpoint_id, event_seq, event_type, status, due_at, attempt, response_status_code, response_duration_ms)
      select ${tenantId}, ${test.id}, w.id, 0, ${test.type}, ${test.status}, null, 1, ${status}::int, ${durationMs}::int
      from webhook_endpoints w where w.tenant_id = ${tenantId} and w.id = ${test.endpointId}
      returning tenant_id, id
    )
    insert into delivery_attempts (tenant_id, delivery_id, attempt, status_code, response_body, reason, error_message, duration_ms)
    select tenant_id, id, 1, ${status}::int, ${body}::text, ${failure?.reason ?? null}::text, ${failure?.message ?? error}::text, ${durationMs}::int from delivery`);
}
