import type { TestService } from './harness.ts';

/** Columns that move by themselves: readings of platforms, looks at tokens, and when a key was used last. */
const RESTLESS = [
  'poll_due_at',
  'poll_lease_until',
  'poll_attempt',
  'poll_cursor',
  'polled_at',
  'refreshed_at',
  'history_cursor',
  'recheck_due_at',
  'recheck_position',
  'subscription',
  'poll_active_at',
  'last_used_at',
  'token_check_at',
  'token_attempt',
];
/** The queue of an endpoint is looked at once more when the lease of its last delivery would have ended. */
const RESTLESS_QUEUE = ['next_due_at'];

/** Tables that only the readings of numbers and the sweep of the log write, by themselves. */
const RESTLESS_TABLES = ['event_sweeps', 'metric_readings', 'post_metrics', 'post_snapshots', 'account_days'];

/** A hash of the tenant's rows by table: equal before and after means that nothing was written. */
export async function rowsOf(service: TestService, tenantId: string): Promise<Record<string, string>> {
  const tables = (await tenantTables(service)).filter((table) => !RESTLESS_TABLES.includes(table));
  const parts = tables.map(
    (table) => `select '${table}' as name, md5(coalesce(string_agg(x.row, e'\\n' order by x.row), '')) as hash
      from (select (to_jsonb(t) - '{${restlessOf(table).join(',')}}'::text[])::text as row from ${table} t where t.tenant_id = $1) x`,
  );
  const rows = await service.sql(parts.join(' union all '), [tenantId]);
  return Object.fromEntries(rows.map((row) => [row.name, row.hash]));
}

function restlessOf(table: string): readonly string[] {
  return table === 'delivery_queues' ? RESTLESS_QUEUE : RESTLESS;
}

/** The tables whose rows belong to tenants. */
export async function tenantTables(service: TestService): Promise<string[]> {
  const rows = await service.sql(`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  return rows.map((row) => row.name);
}
