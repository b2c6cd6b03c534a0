import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

/** Seconds by which the clock of the transaction's tenant runs ahead. */
export async function ahead(db: Runner): Promise<number> {
  const row = await db.first(sql<{ seconds: number }>`select extract(epoch from tenant_ahead())::float8 as seconds`);
  return row?.seconds ?? 0;
}

/**
 * Columns that hold times of the database by which something becomes due, ends or counts as old, table by table in the
 * order of locks. Neither leases, which bind processes, nor scheduled times, which are the tenant's own, nor idempotency
 * keys, which guard requests that are under way.
 */
const DUE: readonly (readonly [table: string, columns: readonly string[], condition: string])[] = [
  [
    'accounts',
    ['next_due_at', 'not_before', 'throttled_at', 'poll_due_at', 'token_expires_at', 'token_told_for', 'token_look_at'],
    'disconnected_at is null or next_due_at is not null',
  ],
  ['actions', ['due_at', 'intent_at', 'started_at'], 'due_at is not null'],
  ['webhook_endpoints', ['failing_since'], 'failing_since is not null'],
  ['deliveries', ['due_at'], 'due_at is not null'],
  ['callbacks', ['due_at'], 'due_at is not null'],
  ['connect_states', ['expires_at'], 'true'],
  ['pending_connections', ['expires_at'], 'true'],
  ['invites', ['expires_at'], 'true'],
  ['post_fingerprints', ['expires_at'], 'true'],
];

/**
 * Moves the clock and everything that is due with it. Whoever queues work of an account locks that account first, so
 * either its row is moved here or it sees the new clock. Returns the tenant's time and how far it is ahead.
 */
export async function advance(
  tx: Runner,
  tenantId: string,
  seconds: number,
): Promise<{ now: Date; aheadSeconds: number }> {
  await tx.run(sql`select 1 from accounts where tenant_id = ${tenantId} order by id for update`);
  for (const [table, columns, condition] of DUE) {
    const moved = columns.map((column) => sql`${sql.ref(column)} = ${earlier(column, seconds)}`);
    await tx.run(
      sql`update ${sql.table(table)} set ${sql.join(moved)} where tenant_id = ${tenantId} and (${sql.raw(condition)})`,
    );
  }
  const row = await tx.first(sql<{ now: Date; ahead_seconds: number }>`
    insert into test_clocks as c (tenant_id, ahead_seconds) values (${tenantId}, ${seconds})
    on conflict (tenant_id) do update set ahead_seconds = c.ahead_seconds + excluded.ahead_seconds
    returning now() + ahead_seconds * interval '1 second' as now, ahead_seconds::float8`);
  // After the tenant's own rows, as everywhere.
  await tx.run(
    sql`update delivery_queues set next_due_at = ${earlier('next_due_at', seconds)} where tenant_id = ${tenantId}`,
  );
  return { now: row?.now as Date, aheadSeconds: row?.ahead_seconds as number };
}

function earlier(column: string, seconds: number) {
  return sql`${sql.ref(column)} - ${seconds}::float8 * interval '1 second'`;
}
