import { createHttpClient, only } from '@hubbub/guarded-http';
import { createPlatformHttp } from '../adapters/platform-http.ts';
import type { Config } from '../config/config.ts';
import { connectors } from '../connectors/index.ts';
import { type Platform, toPlatform } from '../core/platforms.ts';
import type { Vault } from '../core/tools.ts';
import type { SessionTools } from '../features/accounts/index.ts';
import { closest } from '../lib/closest.ts';
import { connectSimulatedAccounts, registerCallbacks, simulatedHosts } from '../sandbox/simulated-accounts.ts';
import { tablesOfOtherKeys } from '../secrets/encrypted-value.repository.ts';
import { operatorTokenOf } from '../secrets/operator-token.ts';
import { secretsKeysFor } from '../secrets/secrets-file.ts';
import { createVault } from '../secrets/vault.ts';
import { makeDataDir } from '../startup/preflight.ts';
import { CommandError } from './command.ts';
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
      const sessions = simulatorSessions(config, vault, simulatorUrl);
      const operatorToken = operatorTokenOf(config);
      const tools = { db: store.db, vault, connectors, sessions, simulatorUrl, operatorToken };
      const accounts = await connectSimulatedAccounts(tools, tenantId, platforms);
      // A service registers its callbacks itself when it starts.
      if (store.service !== undefined) await registerCallbacks(tools, store.service.url);
      return { accounts };
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

/** Sessions that reach only the simulator. */
function simulatorSessions({ userAgent }: Config, vault: Vault, simulatorUrl: string): SessionTools {
  const client = createHttpClient({ userAgent, policy: only([new URL(simulatorUrl).origin]) });
  return {
    vault,
    http: (_mode, { deadlineMs, signal }) => createPlatformHttp(client, { deadlineMs, signal }),
    hosts: (_mode, connector) => simulatedHosts(simulatorUrl, connector),
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
  throw new CommandError(
    `--platform must be one of ${names.join(', ')}, not ${JSON.stringify(word)}.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`,
  );
}
