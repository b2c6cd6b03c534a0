import { rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { locateBinaries, usableBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { grantAccess, isAlive } from './folders.ts';
import { type Names, type ServiceLock, tryServiceLock } from './lock.ts';
import { boundLog, errorLines, logPathOf, logSince, logSize } from './log-file.ts';
import {
  clearReusedLocks,
  findPostmaster,
  type Postmaster,
  type ServerChild,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { chooseRunAs, type RootMode } from './run-as.ts';
import { makeSocketDir, reuseSocketDir } from './socket-dir.ts';

export interface BringUpOptions {
  readonly dataDir: string; // real path
  readonly names: Names;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal | undefined;
  readonly nativeDir: string | undefined;
  readonly rootMode: RootMode | undefined;
  readonly socketDir?: string; // the earlier one, when the server starts again
}

/** A server that responds, and the service lock on it. */
export interface RunningServer {
  readonly postmaster: Postmaster;
  readonly child: ServerChild | undefined; // undefined when it was already running
  readonly lock: ServiceLock;
}

// The connection of a killed service closes with its process. A slow machine needs a moment for that.
const lockWaitMs = { holderIsAlive: 1_000, holderIsGone: 5_000 };
// Busy processes of a killed server keep its shared memory until they notice its end.
const spawnWaitMs = 15_000;
const responseWaitMs = 15_000;

export const pgDirOf = (dataDir: string) => path.join(dataDir, 'pg');

/**
 * Takes over the folder's live server or starts one, and takes the service lock. Every step reads the folder again, so
 * concurrent starts meet at one server. The lock decides which of them stays; the others throw `in_use`.
 */
export async function bringUp(options: BringUpOptions): Promise<RunningServer> {
  const { dataDir, names, signal } = options;
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
          await checkExit(dataDir, start, hasWaited);
          await sleep(100);
        }
        start = await startServer(options);
        continue;
      }
      if (postmaster.status !== 'ready') {
        await sleep(10);
        continue;
      }
      const attempt = await tryServiceLock(postmaster, names);
      if (attempt.outcome === 'held') {
        const child = start?.child.pid === postmaster.pid ? start.child : undefined;
        const up = { postmaster, child, lock: attempt.lock };
        if (options.socketDir === undefined || postmaster.socketDir === options.socketDir) return up;
        // Another service started it at another address and gave up. Our caller keeps its address.
        await stopPostmaster(pgDir, postmaster.pid, child, 5);
        await up.lock.release();
        continue;
      }
      if (attempt.outcome === 'taken') {
        const lives = attempt.holderPid !== undefined && isAlive(attempt.holderPid);
        if (hasWaited('lock', lives ? lockWaitMs.holderIsAlive : lockWaitMs.holderIsGone)) {
          start = undefined; // the holder of the lock uses it, even if this call started it
          throw inUse(dataDir, attempt.holderPid);
        }
      }
      if (attempt.outcome === 'not_answering' && hasWaited('answer', responseWaitMs)) {
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
  await grantAccess(dataDir, runAs);
  const binaries = await usableBinaries(packaged, dataDir, runAs);
  await ensureCluster(pgDir, binaries, runAs, options.names.user, log);

  const before = options.socketDir;
  const socketDir = before === undefined ? await makeSocketDir(dataDir, runAs) : await reuseSocketDir(before, runAs);
  await clearReusedLocks(pgDir, socketDir);
  await boundLog(dataDir);
  const logOffset = await logSize(dataDir);
  const child = spawnPostmaster({ dataDir, pgDir, nativeDir: binaries.nativeDir, socketDir, runAs, settings });
  return { child, socketDir, logOffset };
}

/** Throws when another attempt would fail the same way. Losing the race against another start is no failure. */
async function checkExit(dataDir: string, { logOffset }: Start, hasWaited: ReturnType<typeof stopwatch>) {
  const output = await logSince(dataDir, logOffset);
  const mayPass = output.split('\n').some((line) => {
    const [, lock] = /lock file (.*)/.exec(line) ?? [];
    return line.includes('still in use') || (lock !== undefined && /already exists|No such file/.test(lock));
  });
  if (mayPass && !hasWaited('spawn', spawnWaitMs)) return;
  throw new EmbeddedPostgresError(
    'failed',
    `The database of ${dataDir} did not start: ${errorLines(output)}; see ${logPathOf(dataDir)}`,
  );
}

function inUse(dataDir: string, holderPid: number | undefined): EmbeddedPostgresError {
  const holder = holderPid === undefined ? '' : ` (pid ${holderPid})`;
  return new EmbeddedPostgresError(
    'in_use',
    `The data folder ${dataDir} is in use by a running service${holder}; stop it or set DATA_DIR to another folder`,
  );
}

/** Tells whether a named problem has lasted longer than the limit. Its time starts at the first call with its name. */
function stopwatch() {
  const since = new Map<string, number>();
  return (problem: string, limitMs: number): boolean => {
    const now = performance.now();
    since.set(problem, since.get(problem) ?? now);
    return now - (since.get(problem) ?? now) > limitMs;
  };
}
