import { sql } from 'kysely';
import { PLANS } from '../core/billing/plans.ts';
import type { Runner } from '../db/query.ts';
import { isSuspended } from '../db/suspended.ts';

/** How many events of a log are looked at in one statement. */
export const EVENTS_BATCH = 2000;
/** Events stay at least this long, so that every try of a delivery finds its event. Shorter plans only hide them. */
export const EVENT_DAYS_MIN = 7;

/** A killed process leaves a log that is due again after this time. */
const LEASE_MINUTES = 10;

/** The log of a tenant that is due for a look. */
export interface DueLog {
  readonly tenant_id: string;
  /** Until then nobody else looks, unless the plan changes meanwhile. */
  readonly lease_until: Date;
  /** Events from before are past their retention, by the tenant's own clock. */
  readonly ends_before: Date;
}

/** Takes one due log of a tenant that is not suspended; undefined: none is due. */
export async function takeDueLog(system: Runner): Promise<DueLog | undefined> {
  const days = Object.entries(PLANS).map(([name, plan]) => ({ name, days: plan.eventRetentionDays }));
  return system.first(sql<DueLog>`
    with due as (
      update event_sweeps set due_at = now() + ${LEASE_MINUTES} * interval '1 minute'
      where tenant_id = (select tenant_id from event_sweeps s where due_at <= now() and not ${isSuspended('s')} order by due_at limit 1 for update skip locked)
      returning tenant_id, due_at
    )
    select d.tenant_id, d.due_at as lease_until,
      now() + coalesce(c.ahead_seconds, 0) * interval '1 second' - greatest(p.days, ${EVENT_DAYS_MIN}) * interval '1 day' as ends_before
    from due d join tenants t on t.tenant_id = d.tenant_id left join test_clocks c on c.tenant_id = d.tenant_id
    join jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as p (name text, days int) on p.name = t.plan`);
}

/** The extent of one statement's look. */
export interface Swept {
  readonly seen: number;
  /** The number of the last event that it looked at; null: of none. */
  readonly reached: string | null;
}

/** Removes the oldest events of a log after a number. An event stays as long as one of its deliveries waits. */
export async function removeEvents(
  system: Runner,
  { tenant_id: tenantId, ends_before: end }: DueLog,
  after: string,
): Promise<Swept> {
  const row = await system.first(sql<Swept>`
    with old as (
      select ctid, seq from events where tenant_id = ${tenantId} and created_at < ${end}
        and seq > ${after} and seq < (select event_seq_at(${tenantId}, ${end}, true))
      order by seq limit ${EVENTS_BATCH} for update skip locked
    ), gone as (
      delete from events where ctid = any (array(
        select ctid from old where not exists (
          select from delivery_queues q join deliveries d on d.tenant_id = q.tenant_id and d.endpoint_id = q.endpoint_id
          where q.tenant_id = ${tenantId} and d.event_seq = old.seq and d.due_at is not null)))
    )
    select count(*)::int as seen, max(seq)::text as reached from old`);
  return row as Swept;
}

/** The log is due again when its oldest event ends, but not sooner than in an hour; without events in a day. */
export async function planNextLook(system: Runner, log: DueLog): Promise<void> {
  const { tenant_id: tenantId, lease_until: lease, ends_before: end } = log;
  await system.run(sql`
    update event_sweeps set due_at = greatest(now() + interval '1 hour', coalesce((
      select e.created_at + (now() - ${end}::timestamptz) from events e
      where e.tenant_id = ${tenantId} and e.created_at >= ${end} and e.seq > (select event_seq_at(${tenantId}, ${end}, false))
      order by e.seq limit 1
    ), now() + interval '1 day'))
    where tenant_id = ${tenantId} and due_at = ${lease}`);
}
