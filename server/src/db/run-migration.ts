import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { lacksRight } from './rights.ts';

/**
 * A migration that waits for a table makes every request for that table wait behind it. So it waits this long only, and
 * lets the requests go on before it tries again.
 */
const TABLE_WAIT_MS = 400;
const PAUSE_MS = 1000;
const PATIENCE_MS = 300_000;
/** A table was busy, or the migration and a request waited for each other. */
const BUSY = /^(55P03|40P01)$/;

/** A schema that cannot be brought up to date. The message is one line: the cause and the remedy. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly version: string | null;
  /** The names that are noted when it has run. Default: its own. */
  readonly notedAs?: readonly string[];
  /** How long it waits for a table. Default: 400, so that requests wait no longer behind it. */
  readonly tableWaitMs?: number;
}

/**
 * Runs a migration and notes it. Throws MigrationError when other transactions leave it no moment.
 * `onWait` is called once, with a line for people, when it has to wait.
 */
export async function runMigration(
  client: pg.Client,
  migration: Migration,
  onWait: ((line: string) => void) | undefined,
): Promise<void> {
  const { name } = migration;
  const run = runsAlone(migration.text) ? runOutside : runInside;
  const end = performance.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(client, migration);
    } catch (error) {
      if (lacksRight(error)) throw error;
      const { code = '', message } = error as pg.DatabaseError;
      if (!BUSY.test(code)) throw new Error(`migration ${name} failed: ${message}`, { cause: error });
      const oldest = await oldestTransaction(client);
      if (performance.now() > end)
        throw new MigrationError(
          `the migration ${name} found no moment between other transactions within ${PATIENCE_MS / 60_000} minutes.${oldest} End it, then start again.`,
        );
      if (attempt === 1) onWait?.(`The migration ${name} waits for other transactions.${oldest}`);
      await sleep(PAUSE_MS);
    }
  }
}

async function note(client: pg.Client, { name, version, notedAs = [name] }: Migration): Promise<void> {
  await client.query('insert into migrations (name, version) select unnest($1::text[]), $2', [notedAs, version]);
}

async function runInside(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${migration.tableWaitMs ?? TABLE_WAIT_MS}`);
    await client.query(migration.text);
    await note(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * An index that is built concurrently blocks nobody, but cannot be part of a transaction. Neither can a procedure that
 * commits now and then, and so locks few rows at a time.
 */
export function runsAlone(text: string): boolean {
  return /\bindex\s+concurrently\b|^[ \t]*call\s/im.test(withoutComments(text));
}

/** Statement by statement. After a failure all of them run again. */
async function runOutside(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of withoutComments(migration.text)
    .split(';')
    .filter((part) => part.trim() !== ''))
    await client.query(statement);
  await note(client, migration);
}

/** SQL without its line comments. */
export function withoutComments(text: string): string {
  return text.replace(/--.*/g, '');
}

async function oldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select pid, application_name as name, xact_start::timestamptz(0)::text as since from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null order by xact_start limit 1`,
  );
  const [row] = rows;
  return row === undefined
    ? ''
    : ` The oldest runs since ${row.since} (process ${row.pid} of the database server, ${row.name || 'without a name'}).`;
}
