import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Migration, MigrationError } from '../run-migration.ts';

/** The step that stands for the baseline in a database from before it. */
export const BRIDGE = 'bridge.sql';

/** The files that a new database begins with. Later files only add. */
export const BASELINE: readonly string[] = [
  '0001-tenancy.sql',
  '0002-connecting.sql',
  '0003-media.sql',
  '0004-publishing.sql',
  '0005-inbox.sql',
  '0006-events.sql',
  '0007-plans.sql',
  '0008-analytics.sql',
];

/** The last commit with the migrations from before the baseline. */
export const EARLIER_COMMIT = '878c56a64705';

/** The first of those migrations. Every older database has it, and no later one. */
const EARLIEST = '0001-first.sql';

/** No request waits behind it. An autovacuum gives way after one second. */
const TABLE_WAIT_MS = 10_000;

/** A process that was stopped may still be about to close its connections. */
const STOP_WAIT_MS = 5000;
const LOOK_MS = 200;

/** Whether these are migrations from before the baseline. */
export function isBeforeBaseline(names: Iterable<string>): boolean {
  return [...names].includes(EARLIEST);
}

/** @throws MigrationError for a database from before the baseline that lacks migrations, or has others */
export async function assertBridgeable(names: ReadonlySet<string>): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'earlier-migrations'), 'utf8');
  const earlier = new Set(text.trim().split('\n'));
  const hasOthers = [...names].some((name) => !earlier.has(name));
  if (hasOthers || [...earlier].some((name) => !names.has(name)))
    throw new MigrationError(
      `the database is older than this Hubbub can take over: start Hubbub of the commit ${EARLIER_COMMIT} on it once, then this one.`,
    );
}

/** The bridge as a migration. It runs while no process of the service is connected. @throws MigrationError */
export async function readBridge(client: pg.Client, version: string | null): Promise<Migration> {
  await waitForProcesses(client);
  const text = await readFile(join(import.meta.dirname, BRIDGE), 'utf8');
  const files = BASELINE.map((file) => readFile(join(import.meta.dirname, '../migrations', file), 'utf8'));
  const baseline = (await Promise.all(files)).join('\n');
  return {
    name: BRIDGE,
    text: text.replace(/^-- create or replace: (\w+)$/gm, (_, name) => functionIn(baseline, name)),
    version,
    notedAs: BASELINE,
    tableWaitMs: TABLE_WAIT_MS,
  };
}

/** The statement that replaces a function by that of the same name in `sql`. */
function functionIn(sql: string, name: string): string {
  const start = sql.indexOf(`function ${name}(`);
  if (start < 0) throw new Error(`the baseline has no function ${name}`);
  return `create or replace ${sql.slice(start, sql.indexOf('$$;', start))}$$;`;
}

/** The version before cannot work on the new schema. Its connections are known by their login roles. */
async function waitForProcesses(client: pg.Client): Promise<void> {
  const end = performance.now() + STOP_WAIT_MS;
  for (;;) {
    const { rows } = await client.query(
      `select count(*)::int as connections from pg_stat_activity a join pg_database d on d.oid = a.datid
       where d.datname = current_database() and a.usename in ('hubbub_requests_' || d.oid, 'hubbub_workers_' || d.oid)`,
    );
    const { connections } = rows[0];
    if (connections === 0) return;
    if (performance.now() > end)
      throw new MigrationError(
        `this upgrade needs the service stopped, and ${connections} connections of running Hubbub processes use the database. Stop all of them, then start again.`,
      );
    await sleep(LOOK_MS);
  }
}
