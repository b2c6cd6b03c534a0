import type pg from 'pg';

/**
 * A restore writes many things that do not fit into one transaction. While this table is there, the database is half
 * restored and nothing may start on it.
 */
export const UNFINISHED_TABLE = 'unfinished_restore';

/** Marks an empty database, in the transaction that empties it. */
export async function markUnfinished(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table if not exists public.${UNFINISHED_TABLE} (begun_at timestamptz not null default now())`,
  );
}

export async function isUnfinished(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('public.${UNFINISHED_TABLE}') is not null as is_there`);
  return rows[0].is_there;
}

/** The last step of a restore. */
export async function unmarkUnfinished(client: pg.ClientBase): Promise<void> {
  await client.query(`drop table public.${UNFINISHED_TABLE}`);
}
