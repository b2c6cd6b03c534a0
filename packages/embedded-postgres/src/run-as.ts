import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

export type RootMode = 'namespace' | 'system-user';

/** As whom PostgreSQL runs. It refuses root, so a root service needs a user namespace or a system user. */
export interface RunAs {
  /** Owner of the data folder's files on disk. */
  readonly uid: number;
  readonly gid: number;
  /** Put before the command, to enter a user namespace. */
  readonly prefix: readonly string[];
  /** For `spawn`, to become a system user. */
  readonly ids: { readonly uid: number; readonly gid: number } | Record<string, never>;
}

/** Fixed, so that `PG*` variables and the locale of whoever starts the service have no effect. */
const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

// Outside the namespace its user is root without any privilege: root's own files stay open, those of others do not.
const namespace: RunAs = {
  uid: 0,
  gid: 0,
  prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'],
  ids: {},
};

/** Whether nothing changes hands: the service's own user, who is not root. */
export const isOurself = (runAs: RunAs) => runAs.prefix.length === 0 && runAs.uid === process.getuid?.();

/** The command, its arguments and the spawn options that run `file` as `runAs`. */
export function commandAs(runAs: RunAs, file: string, args: readonly string[]) {
  const [command, ...rest] = [...runAs.prefix, file, ...args] as [string, ...string[]];
  return { command, args: rest, options: { ...runAs.ids, env: environment, cwd: '/' } };
}

/**
 * Those of the files and folders that this user cannot read or enter, asked of the system itself (access lists,
 * read-only mounts). Undefined where nothing can be run that way, for instance where user namespaces are forbidden.
 */
export function closedTo(runAs: RunAs, paths: readonly string[]): string[] | undefined {
  const script = 'for p; do if [ -d "$p" ]; then [ -x "$p" ]; else [ -r "$p" ]; fi || echo "$p"; done; exit 0';
  const { command, args, options } = commandAs(runAs, '/bin/sh', ['-c', script, 'sh', ...paths]);
  const probe = spawnSync(command, args, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return probe.status === 0 ? probe.stdout.split('\n').filter(Boolean) : undefined;
}

/**
 * Picks the user: the own one, or for root a user namespace, else the first of `postgres`, `nobody` and the owner of
 * the folder that keeps those two out (root working in somebody's closed home folder).
 */
export function chooseRunAs(dataDir: string, rootMode?: RootMode): RunAs {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? uid, prefix: [], ids: {} };

  const parent = path.dirname(dataDir);
  const reaches = (runAs: RunAs) => closedTo(runAs, [parent])?.length === 0;
  if (rootMode !== 'system-user' && reaches(namespace)) return namespace;

  const closed = closedFolderOf(parent);
  const users = [systemUser('postgres'), systemUser('nobody'), closed === undefined ? undefined : ownerOf(closed)];
  const chosen = users.find((user) => user !== undefined && reaches(user));
  if (chosen !== undefined && rootMode !== 'namespace') return chosen;

  throw new EmbeddedPostgresError(
    'root_refused',
    rootMode === 'namespace'
      ? `PostgreSQL refuses root, and no user namespace that reaches ${dataDir} can be made here; ` +
          'start Hubbub as an ordinary user or set DATABASE_URL'
      : `PostgreSQL refuses root, and the system users postgres and nobody cannot reach the data folder ${dataDir}` +
          `${closed === undefined ? '' : ` (${closed} is closed to them)`}; ` +
          'set DATA_DIR to a folder such as /var/lib/hubbub, start Hubbub as an ordinary user, or set DATABASE_URL',
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
