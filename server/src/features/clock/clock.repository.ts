import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

/** Seconds by which a test tenant's clock runs ahead. */
export async function ahead(db: Runner, tenantId: string): Promise<number> {
  const row = await db.first(
    sql<{ ahead_seconds: number }>`select ahead_seconds::float8 from test_clocks where tenant_id = ${tenantId}`,
  );
  return row?.ahead_seconds ?? 0;
}

/** `order`: the columns in whose order others lock many rows at a time. */
type DueTable = readonly [table: string, columns: readonly string[], condition: string, order?: string];

const WAITING: DueTable = ['held', ['ends_at'], "state = 'waiting' and ends_at is not null", 'id'];
/** Composing a post asks for renditions before it locks its accounts. */
const DUE_FIRST: readonly DueTable[] = [['video_renditions', ['due_at'], "state = 'waiting'", 'media_id, recipe']];

/**
 * Columns with times of the database's clock at which something becomes due, ends or expires. The tables stand in lock order.
 * `due-times.test.ts` says of every other column with a time why it is none of them.
 */
const DUE: readonly DueTable[] = [
  [
    'accounts',
    [
      'next_due_at',
      'not_before',
      'throttled_at',
      'poll_due_at',
      'poll_active_at',
      'polled_at',
      'recheck_due_at',
      'token_expires_at',
      'token_told_for',
      'token_check_at',
    ],
    'disconnected_at is null or next_due_at is not null',
  ],
  ['actions', ['due_at', 'intent_at', 'started_at'], 'due_at is not null'],
  ['metric_readings', ['due_at', 'account_due_at'], 'due_at is not null'],
  ['post_metrics', ['next_read_at'], 'next_read_at is not null'],
  ['webhook_replays', ['due_at'], 'due_at is not null'],
  [
    'webhook_endpoints',
    ['failing_since', 'not_before', 'previous_until'],
    'num_nonnulls(failing_since, not_before, previous_until) > 0',
    'id',
  ],
  ['callbacks', ['due_at'], 'due_at is not null'],
  ['erasures', ['due_at'], 'due_at is not null'],
  ['connect_states', ['expires_at'], 'true'],
  ['pending_connections', ['expires_at'], 'true'],
  ['invites', ['expires_at'], 'true'],
  ['review_links', ['expires_at'], 'true'],
  // A request that creates a post holds its fingerprint while it waits for its accounts, and gives it a new end.
  [
    'post_fingerprints',
    ['expires_at'],
    'ctid = any (array(select f.ctid from post_fingerprints f where f.tenant_id = sealed_tenant() for update skip locked))',
  ],
  ['exports', ['due_at', 'started_at', 'reads_until', 'waits_until'], 'due_at is not null'],
  ['api_keys', ['expires_at', 'last_used_at'], 'is_active'],
  ['event_sweeps', ['due_at'], 'true'],
];

/** Writers of events lock the queues last. A repeated delivery locks its queue first. */
const DUE_LAST: readonly DueTable[] = [
  ['delivery_queues', ['next_due_at'], 'true', 'endpoint_id'],
  ['deliveries', ['due_at'], 'due_at is not null', 'id'],
];

/** The columns that move with the clock: `table.column`. */
export const MOVED = [WAITING, ...DUE_FIRST, ...DUE, ...DUE_LAST].flatMap(([table, columns]) =>
  columns.map((column) => `${table}.${column}`),
);

/**
 * Moves the clock and all due times with it. Queueing work of an account locks that account first, so either its row is
 * moved here or it sees the new clock. Returns the tenant's time and the offset in seconds.
 */
export async function advance(
  tx: Runner,
  tenantId: string,
  seconds: number,
): Promise<{ now: Date; aheadSeconds: number }> {
  await moveWaiting(tx, tenantId, seconds);
  for (const table of DUE_FIRST) await moveTimes(tx, tenantId, table, seconds);
  await tx.run(sql`select 1 from accounts where tenant_id = ${tenantId} order by id for update`);
  for (const table of DUE) await moveTimes(tx, tenantId, table, seconds);
  const row = await tx.first(sql<{ now: Date; ahead_seconds: number }>`
    insert into test_clocks as c (tenant_id, ahead_seconds) values (${tenantId}, ${seconds})
    on conflict (tenant_id) do update set ahead_seconds = c.ahead_seconds + excluded.ahead_seconds
    returning now() + ahead_seconds * interval '1 second' as now, ahead_seconds::float8`);
  for (const table of DUE_LAST) await moveTimes(tx, tenantId, table, seconds);
  return { now: row?.now as Date, aheadSeconds: row?.ahead_seconds as number };
}

/**
 * Moves the ends of what waits. Decisions and changes lock the post first, and then what waits and accounts in either order; so
 * does this. A thing that is made to wait while the clock moves may be missed late: only the time of that event depends on it.
 */
async function moveWaiting(tx: Runner, tenantId: string, seconds: number): Promise<void> {
  const rows = await tx.run(sql<{ id: string }>`select id from posts where tenant_id = ${tenantId} and id in (
    select post_id from held where tenant_id = ${tenantId} and ${sql.raw(WAITING[2])}) order by id for update`);
  const ids = rows.map(({ id }) => id);
  await moveTimes(tx, tenantId, WAITING, seconds, sql`(post_id is null or post_id = any (${ids}))`);
}

async function moveTimes(
  tx: Runner,
  tenantId: string,
  [table, columns, condition, order]: DueTable,
  seconds: number,
  further = sql`true`,
): Promise<void> {
  const which = sql`where tenant_id = ${tenantId} and (${sql.raw(condition)}) and ${further}`;
  const moved = columns.map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${seconds}::float8 * interval '1 second'`,
  );
  if (order !== undefined)
    await tx.run(sql`select 1 from ${sql.table(table)} ${which} order by ${sql.raw(order)} for update`);
  await tx.run(sql`update ${sql.table(table)} set ${sql.join(moved)} ${which}`);
}
