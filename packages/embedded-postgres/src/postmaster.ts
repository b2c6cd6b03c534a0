import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './folders.ts';
import { withLog } from './log-file.ts';
import { commandAs, type RunAs } from './run-as.ts';
import { serverArguments } from './settings.ts';
import { port } from './socket-dir.ts';

/** A running server of this data folder, as its `postmaster.pid` describes it. */
export interface Postmaster {
  readonly pid: number;
  readonly socketDir: string;
  readonly port: number;
  readonly status: string; // starting | ready | stopping
}

/** A server that this process started. */
export interface ServerChild {
  readonly pid: number;
  hasExited: boolean;
}

const pidFileOf = (pgDir: string) => path.join(pgDir, 'postmaster.pid');

/** The live server of the data folder, or undefined. The file of a killed server stays behind and is ignored. */
export async function findPostmaster(pgDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFileOf(pgDir), 'utf8').catch(() => '');
  const [pid = 0, dataDir, , listenPort, socketDir, , , status = ''] = text.split('\n');
  const postmaster = {
    pid: Number(pid),
    socketDir: socketDir ?? '',
    port: Number(listenPort ?? port),
    status: status.trim(),
  };
  // A copied data folder contains the file of the original.
  if (!(postmaster.pid > 0) || dataDir !== pgDir) return undefined;
  return isServerOf(postmaster.pid, pgDir) ? postmaster : undefined;
}

/** Whether the process is a server on this folder. Its id may belong to another program now. */
function isServerOf(pid: number, pgDir: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    const args =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).split(/ -D | -c /);
    return args.map((arg) => arg.trim()).includes(pgDir);
  } catch {
    return false;
  }
}

/** Starts the server in its own session, so that it survives this process and signals of the terminal. */
export function spawnPostmaster(options: {
  dataDir: string;
  pgDir: string;
  nativeDir: string;
  socketDir: string;
  runAs: RunAs;
  settings: Readonly<Record<string, string>>;
}): ServerChild {
  const { dataDir, pgDir, nativeDir, socketDir, runAs, settings } = options;
  const server = path.join(nativeDir, 'bin', 'postgres');
  const { command, args, options: as } = commandAs(runAs, server, serverArguments(pgDir, socketDir, port, settings));
  const child = withLog(dataDir, (log) => spawn(command, args, { ...as, detached: true, stdio: ['ignore', log, log] }));
  const state: ServerChild = { pid: child.pid ?? 0, hasExited: child.pid === undefined };
  child.on('exit', () => {
    state.hasExited = true;
  });
  child.on('error', () => {
    state.hasExited ||= child.pid === undefined;
  });
  child.unref();
  return state;
}

/**
 * Removes lock files whose process id now belongs to another program. PostgreSQL would mistake it for a server, and ids
 * repeat quickly in containers. PostgreSQL itself handles lock files of dead processes.
 */
export async function clearReusedLocks(pgDir: string, socketDir: string): Promise<void> {
  for (const file of [pidFileOf(pgDir), path.join(socketDir, `.s.PGSQL.${port}.lock`)]) {
    const before = await readFile(file, 'utf8').catch(() => '');
    const pid = Math.abs(Number.parseInt(before, 10));
    if (!(pid > 0) || !isAlive(pid) || isServerOf(pid, pgDir)) continue;
    // Moved first and read again, because another start may have replaced it in between.
    const aside = `${file}.${process.pid}`;
    await rename(file, aside).catch(() => {});
    const moved = await readFile(aside, 'utf8').catch(() => before);
    await (moved === before ? rm(aside, { force: true }) : rename(aside, file));
  }
}

/**
 * Stops the server and waits for its end: a fast shutdown, after `graceSeconds` an immediate one, at last a kill. After
 * an immediate shutdown or a kill the next start recovers from the log.
 */
export async function stopPostmaster(
  pgDir: string,
  pid: number,
  child: ServerChild | undefined,
  graceSeconds: number,
): Promise<void> {
  // The server removes `postmaster.pid` shortly before it ends, so the process itself is looked at.
  const isGone = () => (child?.pid === pid ? child.hasExited : !isServerOf(pid, pgDir));
  const steps = [
    ['SIGINT', graceSeconds],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const;
  for (const [signal, seconds] of steps) {
    if (isGone()) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = performance.now() + seconds * 1000;
    while (performance.now() < deadline) {
      await sleep(5);
      if (isGone()) return;
    }
  }
}
