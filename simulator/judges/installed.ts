import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const FOLDER = import.meta.dirname;
const MODULES = resolve(FOLDER, '../../node_modules');
/** The project's own Node: the judges want a newer one than a machine may have. */
const NODE = join(MODULES, 'node/bin/node');

/** Installing compiles for minutes on a small machine. */
export const INSTALL_MS = 1_800_000;

/** Installs all judges, those of the clients too. */
export async function installJudges(): Promise<void> {
  await install(FOLDER);
  await installClients();
}

/** Installs the clients that need no compiler. */
export async function installClients(): Promise<void> {
  await install(join(FOLDER, 'clients'), '--ignore-scripts');
}

/** Installs the packages of a lock file where that was not done before, or for an older lock file. */
async function install(folder: string, ...flags: string[]): Promise<void> {
  const release = await locked(join(tmpdir(), `installing${folder.replaceAll('/', '-')}`));
  try {
    if (timeOf(join(folder, 'node_modules/.package-lock.json')) >= timeOf(join(folder, 'package-lock.json'))) return;
    await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund', ...flags], {
      cwd: folder,
      env: { ...process.env, PATH: `${dirname(NODE)}${delimiter}${process.env.PATH}`, ...headersOfNode() },
      maxBuffer: 64 * 1024 * 1024,
      timeout: INSTALL_MS,
    });
  } finally {
    release();
  }
}

const timeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Waits for the other workers that install the same. The lock of a process that has ended is void. */
async function locked(path: string): Promise<() => void> {
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (hasEnded(path)) rmSync(path, { force: true });
    else await setTimeout(500);
  }
}

function hasEnded(path: string): boolean {
  try {
    const owner = Number(readFileSync(path, 'utf8'));
    return owner > 0 && !process.kill(owner, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** The headers that came with that Node, so that none have to be fetched. */
function headersOfNode(): Record<string, string> {
  const { platform, arch } = process;
  const folder = join(MODULES, `node/node_modules/node-${platform}-${arch}`);
  return existsSync(join(folder, 'include/node/node_version.h')) ? { npm_config_nodedir: folder } : {};
}

/** The official clients; their types are not installed where this is checked. */
// biome-ignore lint/suspicious/noExplicitAny: what they export is known only where they are installed.
export async function clients(): Promise<any> {
  await installJudges();
  return await import(pathToFileURL(join(FOLDER, 'clients.mjs')).href);
}

export interface RealPds {
  readonly pds: string;
  readonly plc: string;
  readonly stop: () => Promise<void>;
}

/** A real server of the AT Protocol with its directory, without the network's view of posts. */
export async function startPds(): Promise<RealPds> {
  const child = spawn(NODE, ['start-pds.mjs'], { cwd: FOLDER, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<never>((_done, fail) => {
    child.once('exit', (code) => fail(new Error(`The server ended with ${code} before it was ready.`)));
  });
  const stopped = ended.catch(() => undefined);
  const line = new Promise<string>((done) => {
    createInterface({ input: child.stdout }).on('line', (text) => text.startsWith('{"pds"') && done(text));
  });
  const addresses = JSON.parse(await Promise.race([line, ended])) as { pds: string; plc: string };
  const stop = async () => {
    child.stdin.end();
    await stopped;
  };
  return { ...addresses, stop };
}
