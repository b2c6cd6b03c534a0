import { sql } from 'kysely';
import type { Runner } from '../../../db/query.ts';

/**
 * Counts deliveries in the hour of their tenant's clock: the end of a statement with the rows `written` (tenant_id,
 * endpoint_id, status, place). `place` is that of the attempt's duration, null when nothing was sent. Hours are locked
 * after deliveries, in the order of their keys.
 */
export const countHours = sql`
  insert into webhook_hours as h (tenant_id, endpoint_id, hour, attempts, delivered, failed, durations)
  select d.tenant_id, d.endpoint_id, date_trunc('hour', now() + coalesce(c.ahead_seconds, 0) * interval '1 second', 'UTC'), count(d.place),
    count(*) filter (where d.status = 'success'), count(*) filter (where d.status = 'failed'), histogram(array_agg(d.place))
  from written d left join test_clocks c on c.tenant_id = d.tenant_id
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (tenant_id, endpoint_id, hour) do update set attempts = h.attempts + excluded.attempts,
    delivered = h.delivered + excluded.delivered, failed = h.failed + excluded.failed, durations = add_counts(h.durations, excluded.durations)`;

export interface HourRow {
  readonly hour: Date;
  readonly attempts: number;
  readonly delivered: number;
  readonly failed: number;
  readonly durations: number[];
}

/** The hours of an endpoint that begin from `from` until before `to`, the first one first. Hours without attempts have no row. */
export async function between(
  db: Runner,
  tenantId: string,
  endpointId: string,
  from: Date,
  to: Date,
): Promise<HourRow[]> {
  return db.run(sql<HourRow>`
    select hour, attempts, delivered, failed, durations from webhook_hours
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and hour >= ${from} and hour < ${to} order by hour`);
}

/** Deliveries that wait or are being sent, counted up to `max`. */
export async function pending(db: Runner, tenantId: string, endpointId: string, max: number): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from deliveries where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and due_at is not null limit ${max}
    ) waiting`);
  return row?.count ?? 0;
}

export interface Outcomes {
  delivered_24h: number;
  failed_24h: number;
  delivered_7d: number;
  failed_7d: number;
}

/** The deliveries that ended in the last day and week, in whole hours. */
export async function outcomes(db: Runner, tenantId: string, endpointId: string): Promise<Outcomes> {
  const row = await db.first(sql<Outcomes>`
    with recent as (
      select delivered, failed, hour >= date_trunc('hour', tenant_now() - interval '1 day', 'UTC') as is_today from webhook_hours
      where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and hour >= date_trunc('hour', tenant_now() - interval '7 days', 'UTC')
    )
    select coalesce(sum(delivered) filter (where is_today), 0)::int as delivered_24h,
      coalesce(sum(failed) filter (where is_today), 0)::int as failed_24h,
      coalesce(sum(delivered), 0)::int as delivered_7d, coalesce(sum(failed), 0)::int as failed_7d
    from recent`);
  return row as Outcomes;
}
