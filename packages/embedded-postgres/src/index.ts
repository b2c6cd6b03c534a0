import { rmdir } from 'node:fs/promises';
import { bringUp, pgDirOf, type RunningServer } from './bring-up.ts';
import { removeConnection, writeConnection } from './connection-file.ts';
import { asEmbeddedError, reasonOf } from './errors.ts';
import { prepareDataDir } from './folders.ts';
import { tryServiceLock } from './lock.ts';
import { boundLog } from './log-file.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import type { RootMode } from './run-as.ts';
import { supervise } from './supervise.ts';

export { type Connection, readConnection } from './connection-file.ts';
export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './errors.ts';

export interface EmbeddedPostgresOptions {
  /** Created if it is missing. The database goes to `<dataDir>/pg`, its log to `<dataDir>/postgres.log`. */
  readonly dataDir: string;
  /** The superuser of the cluster, fixed by the first start; `postgres` by default. */
  readonly user?: string;
  /** Created if it is missing; `postgres` by default. */
  readonly database?: string;
  /** Receives one line for each event that an operator may want to know. */
  readonly log?: (line: string) => void;
  /** Server settings on top of the built-in ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Aborts a start and leaves nothing running. It has no effect after the start. */
  readonly signal?: AbortSignal;
  /** How long `stop` waits for a fast shutdown before it forces an immediate one; 20 by default. */
  readonly stopGraceSeconds?: number;
  /** How root changes its user, instead of the first way that works; for tests. */
  readonly rootMode?: RootMode;
  /** Replaces the `native` folder of the installed package. */
  readonly nativeDir?: string;
}

/** A database for one service, restarted when it dies. */
export interface EmbeddedPostgres {
  /**
   * The superuser's connection in libpq's form (`psql`, `pg`). postgres.js cannot read a socket folder from an address;
   * it takes `{ host: socketDir, port, user, database }`.
   */
  readonly url: string;
  readonly socketDir: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Whether the server was already running, because its service had been killed. */
  readonly adopted: boolean;
  /** Process id of the server. It changes with a restart. */
  readonly pid: number;
  /** Whether the server is running and the service lock is held. */
  readonly isUp: boolean;
  /** Called when the server died or the lock was lost. The library restarts it. */
  onDown(listener: (reason: string) => void): void;
  /** Called when it is back at the same address with the lock held. Earlier connections are gone. */
  onUp(listener: () => void): void;
  /** Called when another service has taken the data folder. The server stays lost, so this service should exit. */
  onLost(listener: (reason: string) => void): void;
  /** Stops the server and waits for its end. Call it after the last query. Further calls wait for the first. */
  stop(): Promise<void>;
}

const checkIntervalMs = 1_000;

/**
 * Starts the embedded PostgreSQL of a data folder, or takes over the one that a killed service left running. Resolves
 * when the server responds and this process holds the lock of the folder.
 * @throws EmbeddedPostgresError, or the signal's reason.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { user = 'postgres', database = 'postgres', log = () => {}, settings = {}, stopGraceSeconds = 20 } = options;
  const { rootMode, nativeDir } = options;
  const names = { user, database };
  const dataDir = await prepareDataDir(options.dataDir);
  const common = { dataDir, names, settings, log, rootMode, nativeDir };
  const pgDir = pgDirOf(dataDir);
  const stopServer = (up: RunningServer) => stopPostmaster(pgDir, up.postmaster.pid, up.child, stopGraceSeconds);

  const first = await bringUp({ ...common, signal: options.signal }).catch((error: unknown) => {
    throw options.signal?.aborted ? error : asEmbeddedError(error);
  });
  const { socketDir, port } = first.postmaster;
  const url = `postgresql://${encodeURIComponent(user)}@${encodeURIComponent(socketDir)}:${port}/${encodeURIComponent(database)}`;
  const address = { url, socketDir, port, user, database };
  const adopted = first.child === undefined;
  if (adopted) log(`Took over the running database (pid ${first.postmaster.pid})`);

  const announce = (up: RunningServer) =>
    writeConnection(dataDir, { ...address, postgresPid: up.postmaster.pid, servicePid: process.pid });
  await announce(first).catch(async (error: unknown) => {
    await stopServer(first);
    throw asEmbeddedError(error);
  });

  const server = supervise(first, (signal) => bringUp({ ...common, signal, socketDir }), log);
  let pid = first.postmaster.pid;
  server.events.on('up', (up) => {
    pid = up.postmaster.pid;
    announce(up).catch((error: unknown) => log(`connection.json could not be written: ${reasonOf(error)}`));
  });
  const check = async () => {
    // After a SIGTERM from outside the server accepts no new connections and waits for ours forever.
    const found = await findPostmaster(pgDir);
    if (found?.status === 'stopping' && server.current?.postmaster.pid === found.pid) process.kill(found.pid, 'SIGINT');
    await boundLog(dataDir);
  };
  const checks = setInterval(() => check().catch(() => {}), checkIntervalMs).unref();

  // Takes the lock again when `stop` is called while the lock's connection is lost and the server still runs.
  const reclaim = async (): Promise<RunningServer | undefined> => {
    const postmaster = await findPostmaster(pgDir);
    if (postmaster === undefined) return undefined;
    const attempt = await tryServiceLock(postmaster, names).catch(() => undefined);
    return attempt?.outcome === 'held' ? { postmaster, child: undefined, lock: attempt.lock } : undefined;
  };
  const stop = async () => {
    clearInterval(checks);
    await server.end();
    if (server.isLost) return;
    // The lock is released after the server. Otherwise another start could take over a server that is stopping.
    const last = server.current ?? (await reclaim());
    if (last !== undefined) {
      await stopServer(last);
      await last.lock.release();
    }
    await removeConnection(dataDir);
    await rmdir(socketDir).catch(() => {});
  };
  let stopped: Promise<void> | undefined;

  return {
    ...address,
    adopted,
    get pid() {
      return pid;
    },
    get isUp() {
      return stopped === undefined && server.current !== undefined;
    },
    onDown: (listener) => void server.events.on('down', listener),
    onUp: (listener) => void server.events.on('up', () => listener()),
    onLost: (listener) => void server.events.on('lost', listener),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
