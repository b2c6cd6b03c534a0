import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts';
import { socketDirPrefix } from './socket-dir.ts';

export const isRoot = process.getuid?.() === 0;

/** The current test's empty folder, and the path of a data folder in it that does not exist yet. */
export let base: string;
export let dataDir: string;

const databases: EmbeddedPostgres[] = [];
const processes: ChildProcess[] = [];

/** Gives every test of the file its own folder and leaves no process behind. `withDatabase` puts a database in it. */
export function useFolders({ withDatabase = false } = {}) {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  let made: string | undefined;

  beforeEach(async () => {
    base = await mkdtemp(path.join(os.tmpdir(), 'embedded-'));
    // Where root may not make user namespaces, a system user has to get in.
    if (isRoot) await chmod(base, 0o711);
    dataDir = path.join(base, 'data');
    if (withDatabase) {
      made ??= await makeDatabase();
      execFileSync('cp', ['-a', made, dataDir]);
    }
  });

  afterAll(async () => {
    if (made !== undefined) await rm(path.dirname(made), { recursive: true });
  });

  afterEach(async () => {
    for (const child of processes.splice(0)) child.kill('SIGKILL');
    for (const database of databases.splice(0)) await database.stop();
    for (const entry of await readdir(base, { recursive: true })) {
      if (path.basename(entry) === 'postmaster.pid') await killServer(path.join(base, entry));
    }
    await rm(base, { recursive: true, force: true });
  });
}

/** Tests copy this one: a copy takes a quarter of the time of a first start. */
async function makeDatabase() {
  const folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'embedded-')), 'data');
  if (isRoot) await chmod(path.dirname(folder), 0o711);
  await (await startEmbeddedPostgres({ dataDir: folder })).stop();
  return folder;
}

async function killServer(pidFile: string) {
  const [pid = 0, , , , socketDir = ''] = (await readFile(pidFile, 'utf8')).split('\n');
  if (!(Number(pid) > 0) || !path.basename(socketDir).startsWith(socketDirPrefix)) return;
  if (await isRunning(Number(pid))) process.kill(Number(pid), 'SIGQUIT');
  await until(async () => !(await isRunning(Number(pid))));
  await rm(socketDir, { recursive: true, force: true });
}

export async function start(options: Partial<EmbeddedPostgresOptions> = {}) {
  const database = await startEmbeddedPostgres({ dataDir, ...options });
  databases.push(database);
  return database;
}

/** A service in its own process, for tests that kill it. It starts the database and prints a line for each event. */
export async function startService() {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    const database = await startEmbeddedPostgres({ dataDir: process.argv[1] }).catch((error) => {
      console.log('failed ' + error.code);
      process.exit(1);
    });
    database.onLost(async () => {
      await database.stop();
      console.log('lost');
    });
    console.log('started ' + database.pid);
  `;
  const service = startProcess(['--input-type=module', '--eval', script, dataDir]);
  const lines = createInterface({ input: service.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const [outcome, word] = (await line()).split(' ');
  return { service, line, outcome, word, postgresPid: Number(word) };
}

/** Node with these arguments, in its own process group. */
export function startProcess(args: string[]) {
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(child);
  return child;
}

/** Runs a template as one statement. `unsafe` runs plain text with several statements. */
export interface Sql {
  // biome-ignore lint/suspicious/noExplicitAny: tests read the columns that they select.
  (text: TemplateStringsArray, ...values: unknown[]): Promise<any[]>;
  unsafe(text: string): Promise<unknown>;
}

export async function query<T>(database: EmbeddedPostgres, use: (sql: Sql) => Promise<T>): Promise<T> {
  const { socketDir: host, port, user } = database;
  const client = new pg.Client({ host, port, user, database: database.database });
  client.on('error', () => {});
  const template = async (text: TemplateStringsArray, ...values: unknown[]) =>
    (
      await client.query(
        text.reduce((sql, part, index) => `${sql}$${index}${part}`),
        values,
      )
    ).rows;
  const sql: Sql = Object.assign(template, { unsafe: (text: string) => client.query(text) });
  try {
    await client.connect();
    return await use(sql);
  } finally {
    await client.end().catch(() => {});
  }
}

export const remember = (database: EmbeddedPostgres) =>
  query(database, (sql) => sql.unsafe('create table if not exists kept (at int); insert into kept values (1)'));

export const remembered = (database: EmbeddedPostgres) =>
  query(database, async (sql) => (await sql`select count(*)::int as n from kept`)[0]?.n);

export async function until(condition: () => boolean | Promise<boolean>) {
  const deadline = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the condition did not hold within 30 s');
    await sleep(10);
  }
}

/** Whether the process runs. A zombie keeps its id, but on Linux it has no command line. */
export async function isRunning(pid: number) {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || (await readFile(`/proc/${pid}/cmdline`, 'utf8')) !== '';
  } catch {
    return false;
  }
}
