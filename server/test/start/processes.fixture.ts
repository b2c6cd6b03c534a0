import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterEach, inject } from 'vitest';
import { compact } from '../../src/lib/compact.ts';
import { until } from '../harness.ts';
import { copyInitialisedFolder } from '../initialised-folder.ts';
import { MALLOC, NODE_FLAGS } from '../node-flags.ts';

export const ROOT = resolve(import.meta.dirname, '../../..');
const START = join(ROOT, 'server/start.mjs');

/** A process of the service, or of one of its commands. */
export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Standard output so far, and standard error. */
  out(): string;
  err(): string;
  /** The exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export interface Started extends Running {
  readonly url: string;
  /** Printed by a first start only. */
  readonly key: string;
  /** The command block that a first start prints. */
  readonly walkthrough: string;
}

const running: Running[] = [];
const folders: string[] = [];

/** After each test, or with `afterAll` after those of a file: no process of it lives, no folder of it is left. */
export function useProcesses(after: (end: () => Promise<void>) => void = afterEach): void {
  after(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
    for (const folder of folders.splice(0)) {
      for (const pid of postgresOf(folder)) process.kill(pid, 'SIGKILL');
      await until(async () => postgresOf(folder).length === 0, 'its database is gone');
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** A folder that is thrown away by `useProcesses`. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hubbub-start-'));
  // Where root cannot make user namespaces, PostgreSQL runs as a system user, who has to enter the folder.
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

/** A data folder for one test whose database is initialised and empty: the first start of a service fills it. */
export function initialisedFolder(): string {
  const dataDir = join(temporaryFolder(), 'data');
  copyInitialisedFolder(inject('initialisedFolder'), dataDir);
  return dataDir;
}

/** Runs `server/start.mjs` with these words and settings, and nothing else of this environment that matters. */
export function run(
  words: readonly string[],
  settings: Record<string, string>,
  program = START,
  node = process.execPath,
): Running {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  // As the scripts of package.json: only the service has options of Node.
  const [flags, malloc] = words.length === 0 ? [NODE_FLAGS, MALLOC] : [[], {}];
  const env = { ...compact({ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }), LOG_LEVEL: 'error', ...malloc, ...settings };
  const child = spawn(node, [...flags, program, ...words], {
    env,
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<number | string>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal ?? '')),
  );
  const process_ = { child, pid: child.pid ?? 0, out: () => out, err: () => err, ended };
  running.push(process_);
  return process_;
}

/** Starts the service on a free port and waits until it says that it is ready. */
export async function startService(settings: Record<string, string>, program = START): Promise<Started> {
  const tests = {
    PORT: '0',
    POLL_SECONDS: '0.3',
    LOOK_DELAY_FACTOR: '0.05',
    // One test may send what customers send in an hour.
    KEY_REQUESTS_PER_MINUTE: '0',
    ADDRESS_REQUESTS_PER_MINUTE: '0',
    TURN_WAIT_SECONDS: '600',
  };
  const service = run([], { ...tests, ...settings }, program);
  await until(async () => {
    if (service.child.exitCode !== null) throw new Error(`the service ended: ${service.err()}`);
    return service.out().endsWith('\n\n');
  }, 'the service is ready');
  const url = /API +(\S+)/.exec(service.out())?.[1] ?? '';
  const walkthrough = /^export HUBBUB=[\s\S]*/m.exec(service.out())?.[0] ?? '';
  return { ...service, url, walkthrough, key: /Test key +(\S+)/.exec(service.out())?.[1] ?? '' };
}

/** Runs a command of the operator to its end. */
export async function hubbub(words: readonly string[], settings: Record<string, string>) {
  const command = run(['cli', ...words], settings);
  const code = await command.ended;
  return { code, out: command.out(), err: command.err() };
}

/** Server processes of the data folders below a folder. */
export function postgresOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [program = '', flag, dataDir = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return basename(program) === 'postgres' && flag === '-D' && dataDir.startsWith(folder);
      } catch {
        return false;
      }
    })
    .map(Number);
}
