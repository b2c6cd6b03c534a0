import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

export type RootMode = 'namespace' | 'system-user';

/** The user that PostgreSQL runs as. PostgreSQL rejects root, so root needs a user namespace or a system user. */
export interface RunAs {
  /** Owner of the data folder's files on disk. */
  readonly uid: number;
  readonly gid: number;
  /** Words before the command that enter a user namespace. */
  readonly prefix: readonly string[];
  /** Options of `spawn` that change to a system user. */
  readonly ids: { readonly uid: number; readonly gid: number } | Record<string, never>;
}

/** A fixed environment: the caller's `PG*` variables and locale have no effect. */
const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

// Outside the namespace its user is root without privileges, who reads root's own files but no others.
const namespace: RunAs = {
  uid: 0,
  gid: 0,
  prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'],
  ids: {},
};

/** Whether PostgreSQL runs as this process's own user, so that no file changes its owner. */
export const isOwnUser = (runAs: RunAs) => runAs.prefix.length === 0 && runAs.uid === process.getuid?.();

/** The command, its arguments and the spawn options that run `file` as `runAs`. */
export function commandAs(runAs: RunAs, file: string, args: readonly string[]) {
  const [command, ...rest] = [...runAs.prefix, file, ...args] as [string, ...string[]];
  return { command, args: rest, options: { ...runAs.ids, env: environment, cwd: '/' } };
}

/**
 * Returns the files and folders that this user cannot read or enter. A program tries each one, because access lists
 * and mounts count too. Undefined when no program can run as this user, as where user namespaces are forbidden.
 */
export function inaccessibleTo(runAs: RunAs, paths: readonly string[]): string[] | undefined {
  const script = 'for p; do if [ -d "$p" ]; then [ -x "$p" ]; else [ -r "$p" ]; fi || echo "$p"; done; exit 0';
  const { command, args, options } = commandAs(runAs, '/bin/sh', ['-c', script, 'sh', ...paths]);
  const probe = spawnSync(command, args, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return probe.status === 0 ? probe.stdout.split('\n').filter(Boolean) : undefined;
}

/**
 * Chooses the user that PostgreSQL runs as: this process's own. Root gets a user namespace, or else the first that
 * reaches the folder of `postgres`, `nobody`, and the owner of the folder that those two cannot enter.
 */
export function chooseRunAs(dataDir: string, rootMode?: RootMode): RunAs {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? uid, prefix: [], ids: {} };

  const parent = path.dirname(dataDir);
  const reaches = (runAs: RunAs) => inaccessibleTo(runAs, [parent])?.length === 0;
  if (rootMode !== 'system-user' && reaches(namespace)) return namespace;

  const closed = closedFolderOf(parent);
  const users = [systemUser('postgres'), systemUser('nobody'), closed === undefined ? undefined : ownerOf(closed)];
  const chosen = users.find((user) => user !== undefined && reaches(user));
  if (chosen !== undefined && rootMode !== 'namespace') return chosen;

  throw new EmbeddedPostgresError(
    'root_refused',
    rootMode === 'namespace'
      ? `PostgreSQL rejects root, and no user namespace that reaches ${dataDir} can be made here; ` +
          'start the service as an ordinary user or set DATABASE_URL'
      : `PostgreSQL rejects root, and the system users postgres and nobody cannot reach the data folder ${dataDir}` +
          `${closed === undefined ? '' : ` (${closed} is closed to them)`}; ` +
          'set DATA_DIR to a folder below /var/lib, start the service as an ordinary user, or set DATABASE_URL',
  );
}

function asUser(uid: number, gid: number): RunAs {
  return { uid, gid, prefix: [], ids: { uid, gid } };
}

function systemUser(name: string): RunAs | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  // macOS writes nobody's ids as -2.
  return uid && gid ? asUser(Number(uid) >>> 0, Number(gid) >>> 0) : undefined;
}

function ownerOf(folder: string): RunAs | undefined {
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : asUser(uid, gid);
}

/** The topmost folder on the way down to `folder` that others may not enter. */
function closedFolderOf(folder: string): string | undefined {
  const above = path.dirname(folder);
  const closedAbove = above === folder ? undefined : closedFolderOf(above);
  return closedAbove ?? ((statSync(folder).mode & 0o001) === 0 ? folder : undefined);
}
