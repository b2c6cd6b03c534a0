import postgres from 'postgres';
import { reasonOf } from './errors.ts';
import { owner } from './settings.ts';

/** Where a server listens. */
export interface Address {
  readonly socketDir: string;
  readonly port: number;
}

/** The right to be the one service of a data folder, held as long as this connection lives. */
export interface ServiceLock {
  /** Calls once when the connection was lost without `release`. */
  onLost(listener: () => void): void;
  release(): Promise<void>;
}

export type LockAttempt =
  | { readonly outcome: 'held'; readonly lock: ServiceLock }
  | { readonly outcome: 'taken'; readonly holderPid: number | undefined }
  | { readonly outcome: 'not_answering'; readonly reason: string };

// Any fixed pair; advisory locks count per database, and the maintenance database always exists.
const [lockClass, lockObject] = [1215652450, 1];
const answerTimeoutMs = 5_000;

/** Takes the lock if it is free, and makes `database` where it is missing. Never waits for the holder. */
export async function tryServiceLock({ socketDir, port }: Address, database: string): Promise<LockAttempt> {
  let wasLost = false;
  let lost: (() => void) | undefined;
  const sql = postgres({
    host: socketDir,
    port,
    user: owner,
    password: '',
    database: 'postgres',
    ssl: false,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    prepare: false,
    connection: { application_name: `hubbub service ${process.pid}`, idle_session_timeout: 0 },
    onnotice: () => {},
    onclose: () => {
      wasLost = true;
      lost?.();
    },
  });
  const timer = setTimeout(() => sql.end({ timeout: 0 }), answerTimeoutMs);
  try {
    const [row] = await sql`select pg_try_advisory_lock(${lockClass}::int, ${lockObject}::int) as held`;
    if (row?.held !== true) {
      const holderPid = await holderOf(sql);
      await sql.end({ timeout: 1 });
      return { outcome: 'taken', holderPid };
    }
    clearTimeout(timer);
    await ensureDatabase(sql, database);
  } catch (error) {
    await sql.end({ timeout: 0 });
    // 57P…: the server starts or stops just now.
    if (error instanceof postgres.PostgresError && !error.code.startsWith('57P')) throw error;
    return { outcome: 'not_answering', reason: reasonOf(error) };
  } finally {
    clearTimeout(timer);
  }

  return {
    outcome: 'held',
    lock: {
      onLost: (listener) => {
        lost = () => {
          lost = undefined;
          void sql.end({ timeout: 0 });
          listener();
        };
        if (wasLost) lost();
      },
      release: async () => {
        lost = undefined;
        await sql.end({ timeout: 1 });
      },
    },
  };
}

async function holderOf(sql: postgres.Sql): Promise<number | undefined> {
  const [row] = await sql`
    select application_name from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and classid = ${lockClass} and objid = ${lockObject} and granted`;
  const pid = Number(/\d+$/.exec(row?.application_name ?? '')?.[0]);
  return pid > 0 ? pid : undefined;
}

async function ensureDatabase(sql: postgres.Sql, database: string): Promise<void> {
  const found = await sql`select 1 from pg_database where datname = ${database}`;
  if (found.length === 0) await sql`create database ${sql(database)}`;
}
