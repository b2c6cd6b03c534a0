import pg from 'pg';
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
  const client = new pg.Client({
    host: socketDir,
    port,
    user: owner,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
    application_name: `hubbub service ${process.pid}`,
    options: '-c idle_session_timeout=0',
  });
  const end = () => client.end().catch(() => {});
  client.on('error', () => {});
  client.on('end', () => {
    wasLost = true;
    lost?.();
  });
  try {
    await client.connect();
    const { rows } = await client.query('select pg_try_advisory_lock($1::int, $2::int) as held', [
      lockClass,
      lockObject,
    ]);
    if (rows[0]?.held !== true) {
      const holderPid = await holderOf(client);
      await end();
      return { outcome: 'taken', holderPid };
    }
    await ensureDatabase(client, database);
  } catch (error) {
    void end();
    // 57P…: the server starts or stops just now.
    if (error instanceof pg.DatabaseError && !error.code?.startsWith('57P')) throw error;
    return { outcome: 'not_answering', reason: reasonOf(error) };
  }

  return {
    outcome: 'held',
    lock: {
      onLost: (listener) => {
        lost = () => {
          lost = undefined;
          void end();
          listener();
        };
        if (wasLost) lost();
      },
      release: async () => {
        lost = undefined;
        await end();
      },
    },
  };
}

async function holderOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
    [lockClass, lockObject],
  );
  const pid = Number(/\d+$/.exec(rows[0]?.application_name ?? '')?.[0]);
  return pid > 0 ? pid : undefined;
}

async function ensureDatabase(client: pg.Client, database: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`);
}
