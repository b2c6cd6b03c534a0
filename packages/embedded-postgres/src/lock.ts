import pg from 'pg';
import { reasonOf } from './errors.ts';

/** Where a server listens. */
export interface Address {
  readonly socketDir: string;
  readonly port: number;
}

/** The names inside a cluster. */
export interface Names {
  /** The superuser of the cluster and owner of the database. */
  readonly user: string;
  readonly database: string;
}

/** The right to be the only service of a data folder. It lasts as long as its connection. */
export interface ServiceLock {
  /** Called once when the connection is lost without `release`. */
  onLost(listener: () => void): void;
  release(): Promise<void>;
}

export type LockAttempt =
  | { readonly outcome: 'held'; readonly lock: ServiceLock }
  | { readonly outcome: 'taken'; readonly holderPid: number | undefined }
  | { readonly outcome: 'not_answering'; readonly reason: string };

// Any fixed pair; advisory locks count per database, and the maintenance database always exists.
const [lockClass, lockObject] = [1215652450, 1];
const timeoutMs = 5_000;
/** Carries the process id of the lock's holder. */
const applicationName = 'embedded postgres service';

/** Takes the lock if it is free, and creates `database` if it is missing. Never waits for the holder. */
export async function tryServiceLock({ socketDir, port }: Address, { user, database }: Names): Promise<LockAttempt> {
  let wasLost = false;
  let lost: (() => void) | undefined;
  const client = new pg.Client({
    host: socketDir,
    port,
    user,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: `${applicationName} ${process.pid}`,
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
    // 57P…: the server is starting or stopping.
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
  const pid = Number(/(?<!\d)\d+$/.exec(rows[0]?.application_name ?? '')?.[0]);
  return pid > 0 ? pid : undefined;
}

async function ensureDatabase(client: pg.Client, database: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`);
}
