import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { asOwner } from '../db/inspect.ts';
import { readTables } from '../db/tables.ts';
import { isUnfinished, markUnfinished, readKeptKey } from '../db/unfinished-restore.ts';
import { BackupError } from './backup-error.ts';
import type { BackupTable } from './manifest.ts';

/** Any fixed number: one restore of a database runs at a time. */
const LOCK = 7_482_305;

/** Runs the work as the only restore of the database. @throws BackupError when another runs */
export async function aloneOn<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return asOwner(url, async (client) => {
    const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK}) as is_mine`);
    if (rows[0].is_mine !== true)
      throw new BackupError('Another restore of this database is running. Wait until it ends.');
    return work(client);
  });
}

/** Whether nobody's data is lost when everything goes: no workspace, or the half of a restore that did not end. */
export async function isFree(client: pg.ClientBase): Promise<boolean> {
  if (await isUnfinished(client)) return true;
  const { rows } = await client.query(`select to_regclass('public.workspaces') is not null as has_table`);
  if (rows[0].has_table !== true) return true;
  return (await client.query('select 1 from workspaces limit 1')).rowCount === 0;
}

/** Drops everything that the owner made in the schema, and marks the database as half restored, in one transaction. */
export async function emptyDatabase(client: pg.ClientBase): Promise<void> {
  await client.query('begin');
  const key = await readKeptKey(client);
  await client.query(`do $$
    declare
      made record;
    begin
      for made in select c.oid::regclass as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and ${isOurs('c.oid', 'pg_class')}
      loop
        execute format('drop table if exists %s cascade', made.name);
      end loop;
      for made in select c.oid::regclass as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and ${isOurs('c.oid', 'pg_class')}
      loop
        execute format('drop sequence if exists %s cascade', made.name);
      end loop;
      for made in select p.oid as id from pg_proc p
        where p.pronamespace = 'public'::regnamespace and ${isOurs('p.oid', 'pg_proc')}
      loop
        -- A function may be gone with one that it is built on.
        if exists (select from pg_proc p where p.oid = made.id) then
          execute format('drop routine %s cascade', made.id::regprocedure);
        end if;
      end loop;
      for made in select t.oid::regtype as name from pg_type t
        where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd') and ${isOurs('t.oid', 'pg_type')}
      loop
        execute format('drop type if exists %s cascade', made.name);
      end loop;
    end $$`);
  await markUnfinished(client, key);
  await client.query('commit');
}

/** No extension brought it. */
function isOurs(oid: string, catalog: string): string {
  return `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;
}

/** Fills the tables, in one transaction. `open`: the rows of a table as they are in the backup. */
export async function loadTables(
  client: pg.Client,
  backedUp: readonly BackupTable[],
  open: (table: BackupTable) => Promise<AsyncIterable<Uint8Array>>,
): Promise<void> {
  const order = (await readTables(client)).map(({ name }) => name);
  const unknown = backedUp.find(({ name }) => !order.includes(name));
  if (unknown !== undefined)
    throw new BackupError(`The backup has a table ${unknown.name}, which its migrations do not make.`);
  const tables = backedUp.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  if (tables.length === 0) return;
  await client.query('begin');
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
    );
    const walled = new Set(rows.map(({ name }) => name));
    // Migrations may have made rows.
    await client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
    for (const table of tables) {
      // The owner writes no rows behind a wall, and triggers would write what the backup has already.
      const isWalled = walled.has(table.name);
      await client.query(
        `alter table "${table.name}" ${isWalled ? 'no force row level security, ' : ''}disable trigger user`,
      );
      await loadTable(client, table, await open(table));
      await client.query(
        `alter table "${table.name}" ${isWalled ? 'force row level security, ' : ''}enable trigger user`,
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  await client.query('analyze');
}

async function loadTable(client: pg.Client, table: BackupTable, packed: AsyncIterable<Uint8Array>): Promise<void> {
  const columns = table.columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
  const sink = client.query(copyFrom(`copy "${table.name}" (${columns}) from stdin`));
  await pipeline(Readable.from(packed), createGunzip(), sink).catch((error) => {
    if (/^(Z_|ERR_)/.test(error.code)) throw new BackupError(`${table.key} cannot be read: ${error.message}.`);
    // Classes 22 and 23: values that the table does not take; 42703: a column that it does not have.
    if (/^(2[23]|42703)/.test(error.code))
      throw new BackupError(`${table.key} does not fit its table: ${error.message}.`);
    throw error;
  });
  if (sink.rowCount !== table.rows)
    throw new BackupError(`${table.key} has ${sink.rowCount} rows instead of ${table.rows}.`);
}
