import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { assertBridgeable, BASELINE, BRIDGE, isBeforeBaseline, readBridge } from './bridge/bridge.ts';
import { ensureLogins } from './logins.ts';
import { namingRights } from './rights.ts';
import { MigrationError, runMigration } from './run-migration.ts';

export const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');
/** The key of the advisory lock that services starting at the same time wait for. Any fixed number. */
const LOCK = 7_482_301;
const LOCK_LOOK_MS = 200;

/** A migration that this code does not know. `version` is that of the Hubbub that ran it; null when it was not noted. */
export interface UnknownMigration {
  readonly name: string;
  readonly version: string | null;
}

/** The schema compared with the migrations of this code. */
export interface MigrationState {
  /** All files of this code, in order. */
  readonly known: readonly string[];
  /** In order. A database from before the baseline begins with the bridge. */
  readonly pending: readonly string[];
  readonly ahead: readonly UnknownMigration[];
}

export interface MigrateOptions {
  /** The version of this Hubbub, which is noted beside each migration. */
  readonly version?: string;
  readonly folder?: string;
  /** Whether to make the login roles where they are missing. Default: true. */
  readonly withLogins?: boolean;
  /** Called once for a migration that has to wait for others, with a line for people. */
  readonly onWait?: (line: string) => void;
}

/**
 * Brings the schema up to date as the owner of the database: numbered files, forward only, each in its own transaction. A
 * database from before the baseline crosses the bridge first.
 * Makes the login roles of the database where they are missing.
 * Returns the names of the files that it ran. Throws MigrationError, or MissingRightError.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { version = null, folder = MIGRATIONS_DIR, withLogins = true } = options;
  return withClient(url, async (client) => {
    await waitForLock(client);
    const { pending, ahead } = await stateOf(client, folder);
    if (ahead.length > 0) throw newerSchema(ahead, version);
    if (pending.length > 0)
      await client.query(
        'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now(), version text)',
      );
    for (const name of pending) {
      const migration =
        name === BRIDGE
          ? await readBridge(client, version)
          : { name, version, text: await readFile(join(folder, name), 'utf8') };
      await runMigration(client, migration, options.onWait);
    }
    if (withLogins) await ensureLogins(client);
    return [...pending];
  });
}

/** Compares the schema with the migrations of this code. Changes nothing. @throws MigrationError when it is too old */
export async function migrationState(url: string, folder = MIGRATIONS_DIR): Promise<MigrationState> {
  return withClient(url, (client) => stateOf(client, folder));
}

/** All migrations of this code, in order. */
export async function migrationFiles(folder = MIGRATIONS_DIR): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/** One sentence that names both versions, and the remedy. */
export function newerSchema(ahead: readonly UnknownMigration[], version: string | null): MigrationError {
  const newest = ahead.map((one) => one.version).findLast((one) => one !== null);
  const names = ahead.map(({ name }) => name).join(', ');
  const other = newest === undefined ? 'a newer Hubbub' : `Hubbub ${newest}`;
  const here = version === null ? 'This one is older' : `This is Hubbub ${version}`;
  const wanted = newest === undefined ? 'that one' : `Hubbub ${newest}`;
  return new MigrationError(
    `the database was migrated by ${other} (${names}). ${here}, which does not know that schema. Start ${wanted} or a newer one, or restore a backup from before the upgrade.`,
  );
}

async function stateOf(client: pg.Client, folder: string): Promise<MigrationState> {
  const known = await migrationFiles(folder);
  const { rows: found } = await client.query("select to_regclass('migrations') is not null as is_there");
  const done: UnknownMigration[] = found[0].is_there
    ? (await client.query("select name, to_jsonb(m) ->> 'version' as version from migrations m order by name")).rows
    : [];
  const names = new Set(done.map(({ name }) => name));
  if (isBeforeBaseline(names) && !isBeforeBaseline(known)) {
    await assertBridgeable(names);
    return { known, pending: [BRIDGE, ...known.filter((name) => !BASELINE.includes(name))], ahead: [] };
  }
  return {
    known,
    pending: known.filter((name) => !names.has(name)),
    ahead: done.filter(({ name }) => !known.includes(name)),
  };
}

/** Asks again and again: whoever waits inside the database would hold up an index that is built concurrently. */
async function waitForLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK}) as is_mine`);
    if (rows[0].is_mine === true) return;
    await sleep(LOCK_LOOK_MS);
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'hubbub-migrate',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await namingRights(client, () => work(client));
  } finally {
    await client.end();
  }
}
