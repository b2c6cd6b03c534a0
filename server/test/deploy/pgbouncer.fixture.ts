import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseIntoClientConfig } from 'pg-connection-string';
import { until } from '../harness.ts';
import { freePort } from '../kill/child-process.ts';
import { adapted, findProxy } from './proxy.fixture.ts';

/** PgBouncer; undefined when this machine has none. */
export const PGBOUNCER = findProxy('pgbouncer', process.env.PGBOUNCER_TEST_BINARY);

/** The first version that knows prepared statements in transaction mode. */
const PREPARES_SINCE = [1, 21] as const;
const PREPARED_LINE = 'max_prepared_statements = 300\n';

export interface PgBouncer {
  readonly version: string;
  /** The id of the running process, or of the last one. */
  readonly pid: () => number;
  /** The settings of a service that logs in through it. */
  readonly settings: Readonly<Record<'DATABASE_POOLER_URL' | 'DATABASE_PREPARED_STATEMENTS', string>>;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** The end of what it has printed. */
  readonly output: () => string;
  readonly close: () => Promise<void>;
}

/** Runs PgBouncer with the file of deploy/pgbouncer in front of a database, whose owner is in the address. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'hubbub-pgbouncer-'));
  // It may run as another user.
  chmodSync(folder, 0o755);
  const { host, port = 5432, user: owner, password, database } = parseIntoClientConfig(databaseUrl);
  const listenPort = await freePort();
  const version = versionOf(PGBOUNCER as string);
  const preparesStatements = knowsPreparedStatements(version);
  const text = adapted('pgbouncer/pgbouncer.ini', {
    'host=127.0.0.1 port=5432 dbname=hubbub': `host=${host} port=${port} dbname=${database}`,
    'listen_port = 6432': `listen_port = ${listenPort}`,
    '/etc/pgbouncer/userlist.txt': join(folder, 'userlist.txt'),
    'auth_user = hubbub': `auth_user = ${owner}`,
    ...(preparesStatements ? {} : { [PREPARED_LINE]: '' }),
  });
  writeFileSync(join(folder, 'pgbouncer.ini'), text);
  writeFileSync(join(folder, 'userlist.txt'), `"${owner}" "${password ?? ''}"\n`);
  // The program runs from below the folder, so that a cleanup finds the process.
  const program = join(folder, 'pgbouncer');
  symlinkSync(PGBOUNCER as string, program);
  const [command = '', ...words] = [...asOwnerOf(host as string), program, join(folder, 'pgbouncer.ini')];
  let child: ChildProcess | undefined;
  const killNow = () => void child?.kill('SIGKILL');
  process.once('exit', killNow);

  let said = '';
  const start = async () => {
    said = '';
    const started = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (piece) => {
        said = `${said}${piece}`.slice(-5000);
      });
    await until(async () => {
      if (started.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`);
      return responses(listenPort);
    }, 'PgBouncer answers');
  };
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    version,
    pid: () => child?.pid ?? 0,
    settings: {
      DATABASE_POOLER_URL: `postgres://127.0.0.1:${listenPort}/hubbub`,
      DATABASE_PREPARED_STATEMENTS: preparesStatements ? 'on' : 'off',
    },
    start,
    kill,
    output: () => said,
    async close() {
      await kill();
      process.off('exit', killNow);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PgBouncer rejects root. The socket of an embedded database is open to root or to a system user only. */
function asOwnerOf(host: string): string[] {
  if (process.getuid?.() !== 0) return [];
  const { uid, gid } = host.startsWith('/') ? statSync(host) : { uid: 0, gid: 0 };
  if (uid === 0) return ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
}

function versionOf(program: string): string {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return /PgBouncer (\S+)/.exec(stdout)?.[1] ?? '';
}

function knowsPreparedStatements(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [atLeast, then] = PREPARES_SINCE;
  return major > atLeast || (major === atLeast && minor >= then);
}

function responses(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
