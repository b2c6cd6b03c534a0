import type { Config } from '../config/config.ts';
import { connectors } from '../connectors/index.ts';
import { createPlatformHttp } from '../connectors/platform-http.ts';
import type { Vault } from '../core/context.ts';
import { type Platform, toPlatform } from '../core/platforms.ts';
import type { SessionTools } from '../features/accounts/index.ts';
import { closest } from '../lib/closest.ts';
import { createHttpClient, only } from '../lib/http/index.ts';
import { createVault } from '../lib/vault.ts';
import { makeDataDir } from '../preflight.ts';
import { secretsKeysFor, tablesOfOtherKeys } from '../sealed-values.ts';
import { connectSimulatedAccounts, registerCallbacks, simulatedHosts } from '../simulated-accounts.ts';
import { CommandError } from './command.ts';
import { answers } from './reach.ts';
import type { Store } from './store.ts';

export interface Connected {
  readonly accounts: readonly { id: string; platform: string; username: string }[];
  /** Why nothing, or not everything, was connected. */
  readonly trouble?: string;
}

/** Connects a simulated account of each platform to a test tenant, with the simulator that can be reached. */
export async function connectAll(
  config: Config,
  store: Store,
  tenantId: string,
  platforms?: readonly Platform[],
): Promise<Connected> {
  try {
    makeDataDir(config);
    const vault = createVault(secretsKeysFor(config));
    const others = await tablesOfOtherKeys(store.db.system, vault);
    if (others.length > 0)
      throw new CommandError(
        'the secrets key is not that of this database. Set DATA_DIR or SECRETS_KEY to the ones of the service.',
      );
    return await withSimulator(config, store, async (simulatorUrl) => {
      const tools = { db: store.db, vault, connectors, sessions: simulatorSessions(vault, simulatorUrl), simulatorUrl };
      const accounts = await connectSimulatedAccounts(tools, tenantId, platforms);
      // A service that is not running does this itself when it starts.
      if (store.service !== undefined) await registerCallbacks(tools, store.service.url);
      return { accounts };
    });
  } catch (error) {
    return { accounts: [], trouble: (error as Error).message };
  }
}

async function withSimulator<T>(config: Config, store: Store, work: (url: string) => Promise<T>): Promise<T> {
  const url = config.simulatorUrl ?? store.service?.simulator_url;
  if (url !== undefined) {
    if (!(await answers(`${url}/health`))) throw new CommandError(`the simulator at ${url} does not answer.`);
    return work(url);
  }
  if (store.isServedElsewhere)
    throw new CommandError(
      'a service with another data folder uses this database. Set DATA_DIR or SIMULATOR_URL to its own.',
    );
  const { startOwnSimulator } = await import('../service.ts');
  const own = await startOwnSimulator(config);
  try {
    return await work(own.url);
  } finally {
    await own.close();
  }
}

/** Sessions that reach the simulator and nothing else. */
function simulatorSessions(vault: Vault, simulatorUrl: string): SessionTools {
  const client = createHttpClient({ policy: only([new URL(simulatorUrl).origin]) });
  return {
    vault,
    http: (_mode, { deadlineMs, signal }) => createPlatformHttp(client, { deadlineMs, signal }),
    hosts: (_mode, connector) => simulatedHosts(simulatorUrl, connector),
    openMedia: async () => {
      throw new Error('commands publish nothing');
    },
  };
}

/** The platform that a word of the command line means; throws CommandError. */
export function knownPlatform(word: string): Platform {
  const platform = toPlatform(word.toLowerCase());
  if (platform !== undefined && connectors[platform] !== undefined) return platform;
  const names = Object.keys(connectors);
  const meant = closest(word, names);
  throw new CommandError(
    `--platform must be one of ${names.join(', ')}, not ${JSON.stringify(word)}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  );
}
