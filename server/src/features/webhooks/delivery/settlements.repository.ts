import { sql } from 'kysely';
import type { TenantDatabase } from '../../../db/database.ts';
import type { Runner } from '../../../db/query.ts';
import { placeOf } from '../statistics/durations.ts';
import { countHours } from '../statistics/hours.repository.ts';
import type { AttemptReason } from './attempt-failure.ts';
import type { LeasedDelivery } from './claims.repository.ts';
import { type EndpointResult, noteResults } from './endpoint-health.repository.ts';

/** The outcome of an attempt. */
export interface Outcome {
  readonly status: 'success' | 'failed' | 'pending';
  /** Until the next attempt, for `pending`. */
  readonly pauseSeconds: number | null;
  readonly statusCode: number | null;
  readonly responseBody: string | null;
  /** Why it failed, and the sentence for people. A success may have a remark. */
  readonly reason: AttemptReason | null;
  readonly error: string | null;
  readonly durationMs: number;
  /** Whether the endpoint works; null when it was not called. */
  readonly isHealthy: boolean | null;
  readonly isOutage: boolean;
  /** Seconds for which the endpoint asked to be left alone. */
  readonly pauseAskedFor: number | null;
}

/**
 * Writes the outcomes of attempts, counts them, and writes what they say about their endpoints. Deliveries that another worker has
 * claimed meanwhile are left out. The queues are not changed: they are checked at the end of each lease anyway, and no
 * retry is due much sooner.
 */
export async function settle(
  db: TenantDatabase,
  settled: readonly (Pick<LeasedDelivery, 'id' | 'attempt'> & EndpointResult & Outcome)[],
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
    reason: each.reason,
    error_message: each.error,
    duration_ms: each.durationMs,
    place: each.isHealthy === null ? null : placeOf(each.durationMs),
  }));
  const outcomes = sql`outcome as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (tenant_id text, endpoint_id text, id text, attempt int, status text,
        pause_seconds float8, status_code int, response_body text, reason text, error_message text, duration_ms int, place int)
    )`;
  await db.transaction(async (tx) => {
    // One flush for both. Endpoints are locked before deliveries, and each in the order of their ids.
    await Promise.all([
      noteResults(tx, settled),
      tx.run(sql`
        with ${outcomes}, held as materialized (
          select d.id from deliveries d join outcome o
            on d.tenant_id = o.tenant_id and d.id = o.id and d.attempt = o.attempt and d.due_at = 'infinity'
          order by d.id for update of d
        ), written as (
          update deliveries d set status = o.status, due_at = now() + o.pause_seconds * interval '1 second', lease_until = '-infinity',
            response_status_code = o.status_code, response_duration_ms = o.duration_ms
          from outcome o join held h on h.id = o.id
          where d.tenant_id = o.tenant_id and d.id = o.id and d.attempt = o.attempt and d.due_at = 'infinity'
          returning o.*
        ), attempted as (
          insert into delivery_attempts (tenant_id, delivery_id, attempt, status_code, response_body, reason, error_message, duration_ms)
          select tenant_id, id, attempt, status_code, response_body, reason, error_message, duration_ms from written
          on conflict do nothing
        )
        ${countHours}`),
    ]);
  });
}

/** Gives a leased delivery back, as if it had not been claimed. */
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
 * Ends every lease, at a start with no other process: the deliveries of a killed service are due at once instead of at the
 * end of their leases.
 */
export async function voidDeliveryLeases(db: Runner): Promise<void> {
  await db.run(sql`
    with voided as (
      update deliveries set lease_until = '-infinity' where due_at = 'infinity' returning tenant_id, endpoint_id
    )
    update delivery_queues q set next_due_at = now() from (select distinct tenant_id, endpoint_id from voided) v
    where q.tenant_id = v.tenant_id and q.endpoint_id = v.endpoint_id`);
}
