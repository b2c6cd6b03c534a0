import { rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { locateBinaries, usableBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { isAlive, openDataDir } from './folders.ts';
import { type ServiceLock, tryServiceLock } from './lock.ts';
import { boundLog, complaint, logPathOf, logSince, logSize } from './log-file.ts';
import {
  clearReusedLocks,
  findPostmaster,
  type Postmaster,
  type ServerChild,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { chooseRunAs, type RootMode } from './run-as.ts';
import { keepSocketDir, makeSocketDir } from './socket-dir.ts';

export interface BringUpOptions {
  readonly dataDir: string; // real path
  readonly database: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal | undefined;
  readonly nativeDir: string | undefined;
  readonly rootMode: RootMode | undefined;
  readonly socketDir?: string; // the one to keep, when the server comes up again
}

/** A server that answers, with its service lock held. */
export interface Up {
  readonly postmaster: Postmaster;
  readonly child: ServerChild | undefined; // undefined where it ran already
  readonly lock: ServiceLock;
}

// The connection of a killed service closes with its process; this leaves room for a slow machine.
const lockPatienceMs = { holderLives: 1_000, holderIsGone: 5_000 };
// Processes of a killed server that were busy keep its memory until they notice.
const spawnPatienceMs = 15_000;
const answerPatienceMs = 15_000;

export const pgDirOf = (dataDir: string) => path.join(dataDir, 'pg');

/**
 * Takes over the folder's live server or starts one, and takes the service lock. Every step looks at the folder again,
 * so several starts at once meet at one server, and the lock decides which of them stays. Throws `in_use` for the rest.
 */
export async function bringUp(options: BringUpOptions): Promise<Up> {
  const { dataDir, database, signal } = options;
  const pgDir = pgDirOf(dataDir);
  const hasWaited = stopwatch();
  let start: Start | undefined;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const postmaster = await findPostmaster(pgDir);
      if (postmaster === undefined) {
        if (start !== undefined && !start.child.hasExited) {
          await sleep(5);
          continue;
        }
        if (start !== undefined) {
          await judgeExit(dataDir, start, hasWaited);
          await sleep(100);
        }
        start = await startServer(options);
        continue;
      }
      if (postmaster.status !== 'ready') {
        await sleep(10);
        continue;
      }
      const attempt = await tryServiceLock(postmaster, database);
      if (attempt.outcome === 'held') {
        const child = start?.child.pid === postmaster.pid ? start.child : undefined;
        const up = { postmaster, child, lock: attempt.lock };
        if (options.socketDir === undefined || postmaster.socketDir === options.socketDir) return up;
        // Started meanwhile by a service that gave up, at another address than the one that our caller uses.
        await stopPostmaster(pgDir, postmaster.pid, child, 5);
        await up.lock.release();
        continue;
      }
      if (attempt.outcome === 'taken') {
        const lives = attempt.holderPid !== undefined && isAlive(attempt.holderPid);
        if (hasWaited('lock', lives ? lockPatienceMs.holderLives : lockPatienceMs.holderIsGone)) {
          start = undefined; // even if we started it: somebody else works on it
          throw inUse(dataDir, attempt.holderPid);
        }
      }
      if (attempt.outcome === 'not_answering' && hasWaited('answer', answerPatienceMs)) {
        throw new EmbeddedPostgresError(
          'failed',
          `The database of ${dataDir} runs (pid ${postmaster.pid}) but does not answer at ${postmaster.socketDir} ` +
            `(${attempt.reason}); stop it with: kill -INT ${postmaster.pid}`,
        );
      }
      await sleep(25);
    }
  } catch (error) {
    if (start !== undefined) {
      await stopPostmaster(pgDir, start.child.pid, start.child, 5);
      await rmdir(start.socketDir).catch(() => {});
    }
    throw error;
  }
}

interface Start {
  readonly child: ServerChild;
  readonly socketDir: string;
  readonly logOffset: number;
}

async function startServer(options: BringUpOptions): Promise<Start> {
  const { dataDir, settings, log, rootMode } = options;
  const pgDir = pgDirOf(dataDir);
  const packaged = options.nativeDir ?? locateBinaries();
  const runAs = chooseRunAs(dataDir, rootMode);
  await openDataDir(dataDir, runAs);
  const binaries = await usableBinaries(packaged, dataDir, runAs);
  await ensureCluster(pgDir, binaries, runAs, log);

  const before = options.socketDir;
  const socketDir = before === undefined ? await makeSocketDir(dataDir, runAs) : await keepSocketDir(before, runAs);
  await clearReusedLocks(pgDir, socketDir);
  await boundLog(dataDir);
  const logOffset = await logSize(dataDir);
  const child = spawnPostmaster({ dataDir, pgDir, nativeDir: binaries.nativeDir, socketDir, runAs, settings });
  return { child, socketDir, logOffset };
}

/** Throws when another attempt would end the same way; a server that another start was quicker with is no failure. */
async function judgeExit(dataDir: string, { logOffset }: Start, hasWaited: ReturnType<typeof stopwatch>) {
  const output = await logSince(dataDir, logOffset);
  const mayPass = /lock file .* already exists|still in use|could not create lock file .*No such file/.test(output);
  if (mayPass && !hasWaited('spawn', spawnPatienceMs)) return;
  throw new EmbeddedPostgresError(
    'failed',
    `The database of ${dataDir} did not start: ${complaint(output)}; see ${logPathOf(dataDir)}`,
  );
}

function inUse(dataDir: string, holderPid: number | undefined): EmbeddedPostgresError {
  const holder = holderPid === undefined ? '' : ` (pid ${holderPid})`;
  return new EmbeddedPostgresError(
    'in_use',
    `The data folder ${dataDir} is in use by a running Hubbub${holder}; stop it or set DATA_DIR to another folder`,
  );
}

/** Says whether a kind of trouble, first seen when it was first asked about, has lasted so long. */
function stopwatch() {
  const since = new Map<string, number>();
  return (trouble: string, limitMs: number): boolean => {
    const now = performance.now();
    since.set(trouble, since.get(trouble) ?? now);
    return now - (since.get(trouble) ?? now) > limitMs;
  };
}
