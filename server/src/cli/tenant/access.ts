import type { Config } from '../../config/config.ts';
import type { Scope } from '../../core/actor.ts';
import { keys } from '../../features/keys/index.ts';
import { workspaces } from '../../features/workspaces/index.ts';
import { readServiceRecord } from '../../startup/pid-file.ts';
import { CommandError, UsageError } from '../command.ts';
import { findWorkspace, type Workspace } from '../find-workspace.ts';
import { isReachable } from '../reach.ts';
import { type Store, withStore } from '../store.ts';

/** A key of a command that was killed ends by itself, but not one with all rights: an end would take `admin` from it. */
const keyEnd = () => new Date(Date.now() + 7 * 86_400_000);

/** The options with which a command uses a running service as one of its tenants. */
export const accessOptions = {
  key: { about: 'An API key of the tenant', value: 'K' },
  workspace: {
    about: 'Instead of a key: the id or the name of a workspace, for its test environment; default: the only one',
    value: 'W',
  },
  url: { about: "The service's address; default: that of the service on this data folder", value: 'U' },
} as const;

export interface AccessWords {
  readonly key: string | undefined;
  readonly workspace: string | undefined;
  readonly url: string | undefined;
}

/** A running service and a key for one of its tenants. */
export interface TenantAccess {
  /** The address at this moment: a service that was started again may have another. */
  readonly url: () => string;
  readonly key: string;
}

/**
 * Does the work with the given key, or with one of the workspace's test environment that is revoked afterwards. Throws
 * CommandError when no service runs, or when the words name no tenant.
 */
export async function withTenant<T>(
  config: Config,
  words: AccessWords,
  scopes: readonly Scope[] | 'all',
  work: (access: TenantAccess) => Promise<T>,
): Promise<T> {
  if (words.key !== undefined && words.workspace !== undefined)
    throw new UsageError('--key and --workspace exclude each other.');
  let known = addressOf(config, words.url);
  const url = () => {
    known = words.url ?? readServiceRecord(config.dataDir)?.url ?? known;
    return known;
  };
  if (!(await isReachable(`${known}/health/live`)))
    throw new CommandError(`There is no answer from a service at ${known}. Start it with: npm start`);
  if (words.key !== undefined) return work({ url, key: words.key });

  const made = await withStore(config, (store) => makeKey(store, words.workspace, scopes));
  try {
    return await work({ url, key: made.rawKey });
  } finally {
    await withStore(config, ({ db }) => keys.revoke(db.tenant(made.tenantId), made.tenantId, made.row.id));
  }
}

function addressOf({ dataDir }: Config, given: string | undefined): string {
  if (given !== undefined && !/^https?:\/\/[^/?#]+\/?$/.test(given))
    throw new UsageError('--url must be the address of a service, such as http://127.0.0.1:8080.');
  const url = given?.replace(/\/$/, '') ?? readServiceRecord(dataDir)?.url;
  if (url === undefined)
    throw new CommandError(
      `No service runs on the data folder ${dataDir}. Start it with npm start, or name its address with --url.`,
    );
  return url;
}

async function makeKey({ db }: Store, word: string | undefined, scopes: readonly Scope[] | 'all') {
  const { id } = word === undefined ? onlyOne(await workspaces.list(db.system)) : await findWorkspace(db.system, word);
  const tenantId = await workspaces.tenantOf(db.system, id, 'test');
  const limits = scopes === 'all' ? keys.UNLIMITED : { ...keys.UNLIMITED, scopes, expiresAt: keyEnd() };
  return { tenantId, ...(await keys.create(db.tenant(tenantId), tenantId, 'test', 'hubbub command', { limits })) };
}

function onlyOne(all: readonly Workspace[]): Workspace {
  const live = all.filter(({ purge_at: purgeAt }) => purgeAt === null);
  const [only] = live;
  if (only === undefined)
    throw new CommandError('There is no workspace yet. Make one: npm run hubbub -- workspaces create --name N');
  if (live.length > 1)
    throw new CommandError(
      'There are several workspaces. Say which one with --workspace, or give a --key. See: npm run hubbub -- workspaces list',
    );
  return only;
}
