import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

/** Milliseconds since 1970 of the database's clock. */
export async function clock(system: Runner): Promise<number> {
  const row = await system.first(
    sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  );
  return row?.now ?? 0;
}

export interface BackupFacts {
  /** The newest backup; null without one. */
  readonly at: Date | null;
  readonly place: string | null;
  /** Since when there is something to lose: the first live account. Null without one. */
  readonly since: Date | null;
}

export async function backup(system: Runner): Promise<BackupFacts> {
  const row = await system.first(sql<BackupFacts>`
    select b.at, b.place, (select min(a.created_at) from accounts a join tenants t on t.tenant_id = a.tenant_id and t.mode = 'live') as since
    from (select) one left join last_backup b on true`);
  return row ?? { at: null, place: null, since: null };
}

/** Workspaces that nothing acts for, by name. */
export async function suspendedWorkspaces(system: Runner): Promise<{ name: string; reason: string }[]> {
  return system.run(sql<{ name: string; reason: string }>`
    select w.name, min(h.reason) as reason from holds h join tenants t on t.tenant_id = h.tenant_id
    join workspaces w on w.id = t.workspace_id group by w.id, w.name order by w.name`);
}
