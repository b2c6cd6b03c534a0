import type { Config } from './config/config.ts';
import { createPlatformHttp } from './connectors/platform-http.ts';
import type { FileStorage } from './core/files.ts';
import type { SessionTools } from './features/accounts/index.ts';
import { type CustomerHttp, createCustomerHttp } from './lib/customer-http.ts';
import { createHttpClient, guarded, only } from './lib/http/index.ts';
import type { Vault } from './lib/vault.ts';
import { openMedia } from './open-media.ts';
import { NO_SIMULATOR, simulatedHosts } from './simulated-accounts.ts';
import { createSimulatorClock } from './simulator-clock.ts';

/** Every way out of the service: to platforms, to the simulator, to addresses of customers. */
export interface Outbound {
  readonly customers: CustomerHttp;
  readonly sessions: SessionTools;
  close(): Promise<void>;
}

/** A test tenant's platform calls reach the simulator and nothing else; what customers name is guarded. */
export function openOutbound(
  { allowPrivateNetwork }: Pick<Config, 'allowPrivateNetwork'>,
  simulatorUrl: string | undefined,
  vault: Vault,
  { storage, folder }: { readonly storage: FileStorage; readonly folder: string },
): Outbound {
  const simulatorNow = () => simulatorUrl;
  const customers = createCustomerHttp({ simulatorUrl: simulatorNow, allowPrivateNetwork });
  const toSimulator = createHttpClient({
    policy: only(() => (simulatorUrl === undefined ? [] : [new URL(simulatorUrl).origin])),
  });
  const toPlatforms = createHttpClient({ policy: guarded({ allowPrivateNetwork }) });
  const downloads = {
    live: createHttpClient({ policy: guarded({ allowHttp: true, allowPrivateNetwork }) }),
    test: createHttpClient({
      policy: guarded({ allowHttp: true, allowPrivateNetwork }),
      routes: { 'https://simulator.test': simulatorNow },
    }),
  };
  const clock = createSimulatorClock();
  return {
    customers,
    sessions: {
      vault,
      http: (mode, { deadlineMs, signal }) =>
        mode === 'test'
          ? clock.listening(createPlatformHttp(toSimulator, { deadlineMs, signal }))
          : createPlatformHttp(toPlatforms, { deadlineMs, signal }),
      now: (mode) => (mode === 'test' ? clock.now() : new Date()),
      hosts: (mode, connector, credentials) => {
        if (mode === 'live') return credentials.hosts ?? connector.auth.hosts;
        return simulatedHosts(simulatorUrl ?? NO_SIMULATOR, connector);
      },
      openMedia: (mode, media, lease) => openMedia({ storage, folder, client: downloads[mode] }, media, lease),
    },
    async close() {
      const clients = [customers, toSimulator, toPlatforms, downloads.live, downloads.test];
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
