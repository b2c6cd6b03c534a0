import { createHttpClient, open } from '@hubbub/guarded-http';
import { createPlatformHttp } from '../adapters/http/platform-http.ts';
import { callbackUrlOf } from '../config/callback-url.ts';
import type { Config } from '../config/config.ts';
import { connectors } from '../connectors/index.ts';
import { type Platform, toPlatform } from '../core/platforms.ts';
import type { World } from '../core/tenant.ts';
import type { Vault } from '../core/tools.ts';
import type { SessionTools } from '../features/accounts/index.ts';
import { closest } from '../lib/closest.ts';
import { connectSimulatedAccounts, hostsBelow } from '../sandbox/simulated-accounts.ts';
import { worldUrl } from '../sandbox/simulator-control.ts';
import { createWorldClocks, type WorldClocks } from '../sandbox/world-clocks.ts';
import { createWorlds } from '../sandbox/worlds.ts';
import { tablesOfOtherKeys } from '../secrets/encrypted-value.repository.ts';
import { operatorTokenOf } from '../secrets/operator-token.ts';
import { secretsKeysFor } from '../secrets/secrets-file.ts';
import { createVault } from '../secrets/vault.ts';
import { makeDataDir } from '../startup/preflight.ts';
import { CommandError, UsageError } from './command.ts';
import { isReachable } from './reach.ts';
import type { Store } from './store.ts';

export interface Connected {
  readonly accounts: readonly { id: string; platform: string; username: string }[];
  /** Why no or not all accounts were connected. */
  readonly problem?: string;
}

/** Connects a simulated account of each platform to a test tenant. Uses a running simulator, or starts one. */
export async function connectAll(
  config: Config,
  store: Store,
  tenantId: string,
  platforms?: readonly Platform[],
): Promise<Connected> {
  try {
    makeDataDir(config);
    const vault = createVault(secretsKeysFor(config));
    const others = await tablesOfOtherKeys(store.db.system, vault.keyIds());
    if (others.length > 0)
      throw new CommandError(
        'the secrets key does not belong to this database. Set DATA_DIR or SECRETS_KEY as the service has them.',
      );
    return await withSimulator(config, store, async (simulatorUrl) => {
      const { db, service } = store;
      const simulator = { simulatorUrl, operatorToken: operatorTokenOf(config) };
      const clocks = createWorldClocks();
      // Without a service nobody listens yet. It tells the world its address later.
      const callbackUrl = service && (() => callbackUrlOf(config, service.url));
      const worlds = createWorlds({ db, vault, connectors, simulator, clocks, callbackUrl });
      const sessions = simulatorSessions(config, vault, simulatorUrl, clocks);
      const tools = { db, vault, connectors, sessions, simulator, worlds };
      return { accounts: await connectSimulatedAccounts(tools, tenantId, platforms) };
    });
  } catch (error) {
    return { accounts: [], problem: (error as Error).message };
  }
}

async function withSimulator<T>(config: Config, store: Store, work: (url: string) => Promise<T>): Promise<T> {
  const url = config.simulatorUrl ?? store.service?.simulator_url;
  if (url !== undefined) {
    if (!(await isReachable(`${url}/health`))) throw new CommandError(`the simulator at ${url} does not answer.`);
    return work(url);
  }
  if (store.isServedElsewhere)
    throw new CommandError(
      'a service with another data folder uses this database. Set DATA_DIR or SIMULATOR_URL to its own.',
    );
  const { startOwnSimulator } = await import('../startup/simulator.ts');
  const own = await startOwnSimulator(config);
  try {
    return await work(own.url);
  } finally {
    await own.close();
  }
}

/** Sessions that reach only worlds of the simulator. */
function simulatorSessions(
  { userAgent }: Config,
  vault: Vault,
  simulatorUrl: string,
  clocks: WorldClocks,
): SessionTools {
  const client = createHttpClient({ userAgent, policy: open });
  const baseOf = (world: World | null) => worldUrl(simulatorUrl, world?.id ?? '');
  return {
    vault,
    http: (world, { deadlineMs, signal }) => createPlatformHttp(client, { deadlineMs, signal, within: baseOf(world) }),
    hosts: (world, connector) => hostsBelow(baseOf(world), connector),
    now: (world) => (world === null ? new Date() : clocks.now(world)),
    openMedia: async () => {
      throw new Error('commands publish nothing');
    },
  };
}

/** The platform that a word of the command line names. Throws CommandError for an unknown one. */
export function knownPlatform(word: string): Platform {
  const platform = toPlatform(word.toLowerCase());
  if (platform !== undefined && connectors[platform] !== undefined) return platform;
  const names = Object.keys(connectors);
  const suggestion = closest(word, names);
  throw new UsageError(
    `--platform must be one of ${names.join(', ')}, not ${JSON.stringify(word)}.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`,
  );
}
