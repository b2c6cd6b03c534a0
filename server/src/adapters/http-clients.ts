import { createHttpClient, guarded, only } from '@hubbub/guarded-http';
import type { Config } from '../config/config.ts';
import type { FileStorage } from '../core/files.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { PlatformHttp } from '../core/session.ts';
import type { Vault } from '../core/tools.ts';
import type { SessionTools } from '../features/accounts/index.ts';
import { NO_SIMULATOR, simulatedHosts } from '../sandbox/simulated-accounts.ts';
import { createSimulatorClock } from '../sandbox/simulator-clock.ts';
import { type CustomerHttp, createCustomerHttp } from './customer-http.ts';
import { openMedia } from './media-reader.ts';
import { createPlatformHttp } from './platform-http.ts';

/** Calls of test tenants while the simulator is not running. They have no effect, so they are retried. */
const ABSENT_SIMULATOR: PlatformHttp = {
  async send() {
    throw new PlatformError('unavailable', 'The simulator of this installation is not running.', {
      remedy: 'The operator can mend it (npm run hubbub -- doctor says how). Retry afterwards.',
    });
  },
};

/** All outbound HTTP of the service: to platforms, to the simulator and to addresses of customers. */
export interface Outbound {
  readonly customers: CustomerHttp;
  readonly sessions: SessionTools;
  close(): Promise<void>;
}

/** Test tenants reach only the simulator instead of platforms. Addresses of customers are guarded. */
export function openOutbound(
  config: Pick<Config, 'allowPrivateNetwork' | 'isPrivate' | 'userAgent'>,
  simulatorUrl: string | undefined,
  vault: Vault,
  { storage, folder }: { readonly storage: FileStorage; readonly folder: string },
): Outbound {
  const { allowPrivateNetwork, userAgent } = config;
  const simulatorNow = () => simulatorUrl;
  const customers = createCustomerHttp({
    simulatorUrl: simulatorNow,
    allowPrivateNetwork,
    allowLocalReceivers: config.isPrivate,
    userAgent,
  });
  const toSimulator = createHttpClient({
    userAgent,
    policy: only(() => (simulatorUrl === undefined ? [] : [new URL(simulatorUrl).origin])),
  });
  const toPlatforms = createHttpClient({ userAgent, policy: guarded({ allowPrivateNetwork }) });
  const downloads = {
    live: createHttpClient({ userAgent, policy: guarded({ allowHttp: true, allowPrivateNetwork }) }),
    test: createHttpClient({
      userAgent,
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
          ? simulatorUrl === undefined
            ? ABSENT_SIMULATOR
            : clock.tracking(createPlatformHttp(toSimulator, { deadlineMs, signal }))
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
