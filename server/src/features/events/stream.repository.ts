import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

/** The number of the newest event of each tenant; 0: none yet. */
export async function newestSeqs(system: Runner, tenantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await system.run(
    sql<{ id: string; seq: number }>`select tenant_id as id, seq from tenants where tenant_id = any (${tenantIds})`,
  );
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

/** The numbers of the newest event of the log and of the oldest one that is not hidden. */
export interface LogRange {
  readonly newest: number;
  /** One more than `newest` when every event is hidden. */
  readonly oldest: number;
}

export async function rangeOf(db: Runner, tenantId: string, retentionDays: number): Promise<LogRange> {
  const row = await db.first(sql<LogRange>`
    select t.seq as newest, coalesce((
      select e.seq from events e
      where e.tenant_id = ${tenantId} and e.created_at > tenant_now() - ${retentionDays} * interval '1 day'
        and e.seq > (select event_seq_at(${tenantId}, tenant_now() - ${retentionDays} * interval '1 day', false))
      order by e.seq limit 1
    ), t.seq + 1) as oldest
    from tenants t where t.tenant_id = ${tenantId}`);
  if (row === undefined) throw new Error(`tenant ${tenantId} is gone`);
  return row;
}

/** The id of the event with this number; undefined when it is gone. */
export async function idAt(db: Runner, tenantId: string, seq: number): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`select id from events where tenant_id = ${tenantId} and seq = ${seq}`);
  return row?.id;
}
