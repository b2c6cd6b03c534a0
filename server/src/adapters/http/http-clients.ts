import { createHttpClient, guarded, HttpFailure, open } from '@hubbub/guarded-http';
import type { Config } from '../../config/config.ts';
import type { FileStorage } from '../../core/files.ts';
import { NO_WORLD } from '../../core/ids.ts';
import type { Observer } from '../../core/observing/observer.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { PlatformHttp } from '../../core/session.ts';
import type { World } from '../../core/tenant.ts';
import type { Vault } from '../../core/tools.ts';
import type { SessionTools } from '../../features/accounts/index.ts';
import { hostsBelow, NO_SIMULATOR } from '../../sandbox/simulated-accounts.ts';
import { SimulatorRejection, worldUrl } from '../../sandbox/simulator-control.ts';
import type { WorldClocks } from '../../sandbox/world-clocks.ts';
import type { Worlds } from '../../sandbox/worlds.ts';
import { type CustomerHttp, createCustomerHttp } from './customer-http.ts';
import { openMedia } from './media-reader.ts';
import { createPlatformHttp, type PlatformHttpOptions } from './platform-http.ts';

/** The simulator as sessions of test tenants use it. */
export interface SimulatorAccess {
  /** Undefined: it is not running. */
  readonly simulatorUrl: string | undefined;
  readonly worlds: Worlds | undefined;
  readonly clocks: WorldClocks;
}

/** All outbound HTTP of the service: to platforms, to the simulator and to addresses of customers. */
export interface Outbound {
  readonly customers: CustomerHttp;
  readonly sessions: SessionTools;
  close(): Promise<void>;
}

/** Test tenants reach only their world instead of platforms. Addresses of customers are guarded. */
export function openOutbound(
  config: Pick<Config, 'allowPrivateNetwork' | 'isPrivate' | 'userAgent'>,
  simulator: SimulatorAccess,
  vault: Vault,
  { storage, folder }: { readonly storage: FileStorage; readonly folder: string },
  observer: Observer,
): Outbound {
  const { allowPrivateNetwork, userAgent } = config;
  const { simulatorUrl, worlds, clocks } = simulator;
  const urlOf = ({ id }: World) => (simulatorUrl === undefined ? undefined : worldUrl(simulatorUrl, id));
  // A world that is not ready answers so itself.
  const ready = async ({ id }: World) => void (await worlds?.ready(id).catch(() => {}));
  const customers = createCustomerHttp({
    worldUrl: urlOf,
    ready,
    forget: ({ id }) => worlds?.forget(id),
    allowPrivateNetwork,
    allowLocalReceivers: config.isPrivate,
    userAgent,
  });
  const toSimulator = createHttpClient({ userAgent, policy: open });
  const toPlatforms = createHttpClient({ userAgent, policy: guarded({ allowPrivateNetwork }) });
  const downloads = createHttpClient({ userAgent, policy: guarded({ allowHttp: true, allowPrivateNetwork }) });
  return {
    customers,
    sessions: {
      vault,
      http(world, { deadlineMs, signal }, caller) {
        const http =
          world === null
            ? createPlatformHttp(toPlatforms, { deadlineMs, signal })
            : worldHttp(simulator, world, (within) => createPlatformHttp(toSimulator, { deadlineMs, signal, within }));
        const mode = world === null ? 'live' : 'test';
        return {
          send: (request) =>
            observer.platformCall({ ...caller, mode, method: request.method }, () => http.send(request)),
        };
      },
      now: (world) => (world === null ? new Date() : clocks.now(world)),
      hosts: (world, connector, credentials) =>
        world === null
          ? (credentials.hosts ?? connector.auth.hosts)
          : hostsBelow(urlOf(world) ?? NO_SIMULATOR, connector),
      async openMedia(world, media, lease) {
        if (world !== null) await ready(world);
        const routes = world === null ? {} : { 'https://simulator.test': urlOf(world) };
        return openMedia({ storage, folder, client: downloads, routes }, media, lease);
      },
    },
    async close() {
      await Promise.all([customers, toSimulator, toPlatforms, downloads].map((client) => client.close()));
    },
  };
}

/** Calls within one world. They tell how far its clock is ahead. */
function worldHttp(
  { simulatorUrl, worlds, clocks }: SimulatorAccess,
  { id }: World,
  httpWithin: (base: NonNullable<PlatformHttpOptions['within']>) => PlatformHttp,
): PlatformHttp {
  // The calls have no effect, so they are retried.
  if (simulatorUrl === undefined || worlds === undefined)
    return {
      async send() {
        throw new PlatformError('unavailable', 'The simulator of this installation is not running.', {
          remedy: 'The operator can mend it (npm run hubbub -- doctor says how). Retry afterwards.',
        });
      },
    };
  const http = httpWithin(worldUrl(simulatorUrl, id));
  return {
    async send(request) {
      const isKnown = await worlds.ready(id).catch(asUnavailable);
      const response = await http.send(request);
      if (isKnown && NO_WORLD in response.headers) {
        worlds.forget(id);
        throw new PlatformError('unavailable', 'The simulator had lost this world. It is made again.');
      }
      const aheadSeconds = Number(response.headers['x-simulator-ahead-seconds'] ?? 0);
      if (Number.isFinite(aheadSeconds)) clocks.note(id, aheadSeconds);
      return response;
    },
  };
}

/** A world that cannot be made ready has seen nothing of the call. */
function asUnavailable(error: unknown): never {
  if (!(error instanceof HttpFailure) && !(error instanceof SimulatorRejection)) throw error;
  throw new PlatformError('unavailable', `The simulator cannot be used now: ${error.message}`);
}
