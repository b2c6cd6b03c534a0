import { rmdir } from 'node:fs/promises';
import { bringUp, pgDirOf, type Up } from './bring-up.ts';
import { removeConnection, writeConnection } from './connection-file.ts';
import { asEmbeddedError, reasonOf } from './errors.ts';
import { prepareDataDir } from './folders.ts';
import { tryServiceLock } from './lock.ts';
import { boundLog } from './log-file.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import type { RootMode } from './run-as.ts';
import { database, owner } from './settings.ts';
import { supervise } from './supervise.ts';

export { type Connection, readConnection } from './connection-file.ts';
export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './errors.ts';

export interface EmbeddedPostgresOptions {
  /** Made where it is missing. The database goes to `<dataDir>/pg`, its log to `<dataDir>/postgres.log`. */
  readonly dataDir: string;
  /** Gets one line for each thing an operator may want to know. */
  readonly log?: (line: string) => void;
  /** Server settings on top of the built-in ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Gives up a start that is still going on and leaves nothing running; no effect afterwards. */
  readonly signal?: AbortSignal;
  /** How long `stop` waits for a fast shutdown before it forces one; 20 by default. */
  readonly stopGraceSeconds?: number;
  /** How root becomes somebody else, instead of the first way that works; for tests. */
  readonly rootMode?: RootMode;
  /** Instead of the `native` folder of the installed package. */
  readonly nativeDir?: string;
}

/** A database that runs for this service alone and is started again when it dies. */
export interface EmbeddedPostgres {
  /**
   * The owner's connection in libpq's form (`psql`, `pg`). postgres.js cannot read a socket folder from an address:
   * give it `{ host: socketDir, port, user, database }`.
   */
  readonly url: string;
  readonly socketDir: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** The server ran already when we came: its service had been killed. */
  readonly adopted: boolean;
  /** Process id of the server; another one after it was started again. */
  readonly pid: number;
  /** Whether the server answered last and the service lock is held. */
  readonly isUp: boolean;
  /** The server died, or the lock was lost; the library brings it back. */
  onDown(listener: (reason: string) => void): void;
  /** It is back: same address, lock held. Connections made before are gone. */
  onUp(listener: () => void): void;
  /** It will not come back, because another service has taken the data folder: end this one. */
  onLost(listener: (reason: string) => void): void;
  /** Ends the server and waits for it; call it after the drain. Further calls wait for the first. */
  stop(): Promise<void>;
}

const checkIntervalMs = 1_000;

/**
 * Starts the embedded PostgreSQL of a data folder, or takes over the one that a killed service left running. Returns
 * when it answers and this process holds the lock that makes it the folder's only service.
 * Throws EmbeddedPostgresError, or the signal's reason.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, settings = {}, stopGraceSeconds = 20, rootMode, nativeDir } = options;
  const dataDir = await prepareDataDir(options.dataDir);
  const common = { dataDir, database, settings, log, rootMode, nativeDir };
  const pgDir = pgDirOf(dataDir);
  const end = (up: Up) => stopPostmaster(pgDir, up.postmaster.pid, up.child, stopGraceSeconds);

  const first = await bringUp({ ...common, signal: options.signal }).catch((error: unknown) => {
    throw options.signal?.aborted ? error : asEmbeddedError(error);
  });
  const { socketDir, port } = first.postmaster;
  const url = `postgresql://${owner}@${encodeURIComponent(socketDir)}:${port}/${database}`;
  const address = { url, socketDir, port, user: owner, database };
  const adopted = first.child === undefined;
  if (adopted) log(`Took over the running database (pid ${first.postmaster.pid})`);

  const announce = (up: Up) =>
    writeConnection(dataDir, { ...address, postgresPid: up.postmaster.pid, servicePid: process.pid });
  await announce(first).catch(async (error: unknown) => {
    await end(first);
    throw asEmbeddedError(error);
  });

  const server = supervise(first, (signal) => bringUp({ ...common, signal, socketDir }), log);
  let pid = first.postmaster.pid;
  server.events.on('up', (up) => {
    pid = up.postmaster.pid;
    announce(up).catch((error: unknown) => log(`connection.json could not be written: ${reasonOf(error)}`));
  });
  const check = async () => {
    // Asked to end by somebody else (SIGTERM), it takes no new connections and waits for ours for ever.
    const found = await findPostmaster(pgDir);
    if (found?.status === 'stopping' && server.current?.postmaster.pid === found.pid) process.kill(found.pid, 'SIGINT');
    await boundLog(dataDir);
  };
  const checks = setInterval(() => check().catch(() => {}), checkIntervalMs).unref();

  // A server that outlived its lock's connection, when `stop` comes before the lock was taken again.
  const reclaim = async (): Promise<Up | undefined> => {
    const postmaster = await findPostmaster(pgDir);
    if (postmaster === undefined) return undefined;
    const attempt = await tryServiceLock(postmaster, database).catch(() => undefined);
    return attempt?.outcome === 'held' ? { postmaster, child: undefined, lock: attempt.lock } : undefined;
  };
  const stop = async () => {
    clearInterval(checks);
    await server.end();
    if (server.isLost) return;
    // The lock falls with the server: released before, another start could take over a server that is going down.
    const last = server.current ?? (await reclaim());
    if (last !== undefined) {
      await end(last);
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
