import type pg from 'pg';

/**
 * A restore writes many things that do not fit into one transaction. While this table is there, the database is half
 * restored and nothing may start on it.
 */
export const UNFINISHED_TABLE = 'unfinished_restore';

const THIS_DATABASE = 'select oid from pg_database where datname = current_database()';

/** The key of the login roles. Whoever prepared the database gave them passwords of it, which its owner may not change. */
export type KeptKey = Buffer | null;

/** The key that the login roles of this database have, also where an earlier restore did not end. */
export async function readKeptKey(client: pg.ClientBase): Promise<KeptKey> {
  for (const [table, column] of [
    ['login_keys', 'key'],
    [UNFINISHED_TABLE, 'login_key'],
  ]) {
    const { rows } = await client.query(`select to_regclass('public.${table}') is not null as is_there`);
    if (!rows[0].is_there) continue;
    const where = table === 'login_keys' ? `where database = (${THIS_DATABASE})` : '';
    const found = await client.query(`select ${column} as key from ${table} ${where}`);
    if (found.rows[0]?.key) return found.rows[0].key;
  }
  return null;
}

/** Marks an empty database, in the transaction that empties it. */
export async function markUnfinished(client: pg.ClientBase, key: KeptKey): Promise<void> {
  await client.query(
    `create table public.${UNFINISHED_TABLE} (begun_at timestamptz not null default now(), login_key bytea)`,
  );
  await client.query(`insert into ${UNFINISHED_TABLE} (login_key) values ($1)`, [key]);
}

/** Gives the database the key that it had before it was emptied. */
export async function putBackKey(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into login_keys (database, key) select (${THIS_DATABASE}), login_key from ${UNFINISHED_TABLE}
     where login_key is not null on conflict do nothing`,
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
