import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { isBeforeBaseline } from '../db/bridge/bridge.ts';
import { asOwner } from '../db/inspect.ts';
import { STORED_KEYS } from '../db/stored-keys.ts';
import { readTables, type Table, writtenColumns } from '../db/tables.ts';
import { isUnfinished } from '../db/unfinished-restore.ts';
import { ENCRYPTED_COLUMNS } from '../secrets/encrypted-columns.ts';
import { BackupError } from './backup-error.ts';

/** Any fixed number: one backup of a database runs at a time, because the older ones are cleaned up by it. */
const LOCK = 7_482_304;
/** Nothing that is committed after a snapshot began earlier than this before it: the longest statement of a worker. */
const LONGEST_TRANSACTION_SECONDS = 300;

/** The state of the whole database at one moment, as its owner sees it. */
export interface Snapshot {
  readonly takenAt: Date;
  readonly since: Date;
  readonly postgres: number;
  readonly migrations: readonly string[];
  /** All tables except those of this one database. */
  readonly tables: readonly Table[];
  /** The oldest workspace, which says whose data this is; undefined in an empty database. */
  readonly firstWorkspace: string | undefined;
  /** The rows in PostgreSQL's text format for COPY, and their number once the stream has ended. */
  copy(table: Table): { readonly content: AsyncIterable<Buffer>; readonly rows: () => number };
  /** Ids of the secrets keys that the stored secrets need. */
  readonly keyIds: readonly string[];
  /** The stored files that the rows name, in the order of their tenants. */
  storedKeys(): AsyncIterable<readonly string[]>;
}

/** Works with a snapshot. The service goes on meanwhile. @throws BackupError when another backup runs */
export async function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return asOwner(url, async (client) => {
    const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK}) as is_mine`);
    if (rows[0].is_mine !== true)
      throw new BackupError('Another backup of this database is running. Wait until it ends.');
    await client.query(`begin isolation level repeatable read read only`);
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout'])
      await client.query(`set local ${limit} = 0`);
    if (await isUnfinished(client))
      throw new BackupError('This database is half restored: the restore did not end. Run it again first.');
    const all = await readTables(client);
    if (!all.some(({ name }) => name === 'workspaces'))
      throw new BackupError(
        'Nothing was ever stored in this database. Set DATA_DIR or DATABASE_URL as the service has them.',
      );
    const tables = all.filter(({ owner }) => owner !== 'database');
    await client.query(`lock table ${all.map(({ name }) => `"${name}"`).join(', ')} in access share mode`);
    const facts = await readFacts(client, url);
    if (isBeforeBaseline(facts.migrations))
      throw new BackupError(
        'This database is older than this Hubbub. Use the Hubbub that last ran on it, or start this one first.',
      );
    // The owner sees no rows behind a wall, and workers see no others.
    const walled = await walledTables(client);
    const asReader = (table: string) => client.query(`set local role ${walled.has(table) ? 'hubbub_workers' : 'none'}`);
    await asReader('accounts');
    const keyIds = await keyIdsInUse(client, all);
    const result = await work({
      ...facts,
      keyIds,
      tables,
      copy: (table) => copyRows(client, table, () => asReader(table.name)),
      storedKeys: async function* () {
        await asReader('media');
        yield* storedKeys(client, all);
      },
    });
    await client.query('rollback');
    return result;
  });
}

async function readFacts(client: pg.ClientBase, url: string) {
  const { rows } = await client.query(
    `select now() as "takenAt", now() - ${LONGEST_TRANSACTION_SECONDS} * interval '1 second' as since,
       current_setting('server_version_num')::int as postgres, array(select name from migrations order by name) as migrations,
       (select id from workspaces order by created_at, id limit 1) as "firstWorkspace"`,
  );
  const { firstWorkspace, ...facts } = rows[0];
  const now = await asOwner(url, (other) => other.query('select count(*)::int as n from migrations'));
  // The tables may have changed between the snapshot and their locks.
  if (now.rows[0].n !== facts.migrations.length)
    throw new BackupError('A migration ran meanwhile. Make the backup again.');
  return { ...facts, firstWorkspace: firstWorkspace ?? undefined };
}

async function walledTables(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  );
  return new Set(rows.map(({ name }) => name));
}

function copyRows(client: pg.Client, table: Table, prepare: () => Promise<unknown>): ReturnType<Snapshot['copy']> {
  let count = 0;
  async function* content() {
    await prepare();
    const stream = client.query(copyTo(`copy "${table.name}" (${writtenColumns(table)}) to stdout`));
    for await (const piece of stream) yield piece as Buffer;
    count = stream.rowCount;
  }
  return { content: content(), rows: () => count };
}

/** Ids of the secrets keys that stored values have. */
async function keyIdsInUse(client: pg.ClientBase, tables: readonly Table[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const { table, column, condition = 'true' } of ENCRYPTED_COLUMNS) {
    // The schema may be older than this code.
    const found = tables.find(({ name }) => name === table);
    if (found?.columns.some(({ name }) => name === column) !== true) continue;
    const { rows } = await client.query<{ id: string }>(
      `select distinct split_part("${column}", '.', 2) as id from "${table}" where ${condition} and "${column}" <> ''`,
    );
    for (const { id } of rows) ids.add(id);
  }
  return [...ids].sort();
}

/** The keys of stored files that rows name. The schema may be older than this code. */
async function* storedKeys(client: pg.ClientBase, tables: readonly Table[]): AsyncGenerator<readonly string[]> {
  const parts = tables.flatMap(({ name }) => STORED_KEYS[name] ?? []);
  if (parts.length === 0) return;
  await client.query(
    `declare stored no scroll cursor for select key from (${parts.join(' union all ')}) files (tenant_id, key) order by key`,
  );
  for (;;) {
    const { rows } = await client.query<{ key: string }>('fetch 5000 from stored');
    if (rows.length === 0) break;
    yield rows.map(({ key }) => key);
  }
  await client.query('close stored');
}

/** Notes in the database that there is a backup. */
export async function noteBackup(
  url: string,
  { at, place }: { readonly at: Date; readonly place: string },
): Promise<void> {
  await asOwner(url, async (client) => {
    await client.query(
      `insert into last_backup (at, place) values ($1, $2)
       on conflict (is_only) do update set at = excluded.at, place = excluded.place`,
      [at, place],
    );
  });
}
