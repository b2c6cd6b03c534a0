import { sql } from 'kysely';
import { PLANS } from '../core/plans.ts';

/** Each statement removes at most so many expired rows, and returns one row for each. */
export const BATCH = 5000;

/** Statements that remove expired rows. */
export function expiryStatements() {
  const days = Object.entries(PLANS).map(([name, plan]) => ({ name, days: plan.eventRetentionDays }));
  return [
    sql`delete from idempotency_keys where ctid in (select ctid from idempotency_keys where expires_at < now() limit ${BATCH}) returning 1`,
    sql`delete from post_fingerprints where ctid in (select ctid from post_fingerprints where expires_at < now() limit ${BATCH}) returning 1`,
    sql`delete from connect_states where ctid in (select ctid from connect_states where expires_at < now() limit ${BATCH}) returning 1`,
    sql`delete from pending_connections where ctid in (select ctid from pending_connections where expires_at < now() limit ${BATCH}) returning 1`,
    // They name customers' own apps.
    sql`delete from app_pauses where ctid in (select ctid from app_pauses where until < now() - interval '1 hour' limit ${BATCH}) returning 1`,
    sql`delete from callbacks where ctid in (select ctid from callbacks where due_at is null and received_at < now() - interval '7 days' limit ${BATCH}) returning 1`,
    sql`delete from billing_notices where ctid in (select ctid from billing_notices where received_at < now() - interval '30 days' limit ${BATCH}) returning 1`,
    sql`delete from early_changes where ctid in (select ctid from early_changes where received_at < now() - interval '30 days' limit ${BATCH}) returning 1`,
    sql`with gone as (
        delete from deliveries where ctid in (select ctid from deliveries where status <> 'pending' and created_at < now() - interval '30 days' limit ${BATCH})
        returning tenant_id, id
      ), attempts as (
        delete from delivery_attempts a using gone where a.tenant_id = gone.tenant_id and a.delivery_id = gone.id
      )
      select 1 from gone`,
    // An event stays as long as one of its deliveries waits.
    sql`delete from events where ctid in (
      select e.ctid from events e join tenants t on t.tenant_id = e.tenant_id join workspaces w on w.id = t.workspace_id
      left join test_clocks c on c.tenant_id = e.tenant_id
      join jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as p (name text, days int) on p.name = w.plan
      where e.created_at < now() + coalesce(c.ahead_seconds, 0) * interval '1 second' - greatest(p.days, 7) * interval '1 day'
        and not exists (select from deliveries d where d.tenant_id = e.tenant_id and d.event_seq = e.seq and d.status = 'pending')
      limit ${BATCH}) returning 1`,
  ];
}
