import { createHmac } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { APP_SETTINGS, WINDOW_SETTINGS } from './config/platform-apps.ts';
import { connectors as everyConnector } from './connectors/index.ts';
import type { Connectors, Services } from './core/context.ts';
import { invalid } from './core/errors.ts';
import type { Platform } from './core/platforms.ts';
import { createActionTools } from './create-action-tools.ts';
import { type Database, openDatabase } from './db/database.ts';
import { createFaultLog } from './fault-log.ts';
import { createAskPlatform, createReadMetrics, createRefreshComments } from './features/inbound/index.ts';
import { createAuthenticate } from './http/authenticate.ts';
import { addCallbacks } from './http/callbacks.ts';
import { addConnectingPages } from './http/connecting.ts';
import { drain } from './http/drain.ts';
import { addHealth } from './http/health.ts';
import { addMediaFiles } from './http/media-files.ts';
import { mount } from './http/mount.ts';
import { toOpenApi } from './http/openapi.ts';
import { addDocumentation, addSimulatorPages } from './http/pages.ts';
import { createServer } from './http/server.ts';
import { addUploads } from './http/uploads.ts';
import { allLanes, type LaneRunner, runLane } from './lanes/index.ts';
import { createCursorSigner } from './lib/cursor.ts';
import { createLinkSigner } from './lib/link-signer.ts';
import { createVault, type MasterKeys } from './lib/vault.ts';
import { openFiles } from './open-files.ts';
import { operations } from './operations.ts';
import { openOutbound } from './outbound.ts';
import { createPlatformAccess, saveConfiguredApps } from './platform-access.ts';
import {
  connectSimulatedAccounts,
  NO_SIMULATOR,
  registerCallbacks,
  type SimulatedAccountTools,
  simulatedApp,
  simulatedHosts,
} from './simulated-accounts.ts';
import { advanceSimulator } from './simulator-clock.ts';
import { VERSION } from './version.ts';

export interface AppOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly secretsKey: Buffer | MasterKeys;
  /** undefined: test tenants have nothing to talk to. */
  readonly simulatorUrl: string | undefined;
  readonly log: Logger;
  /** Default: every platform that Hubbub speaks to. Tests bring others. */
  readonly connectors?: Connectors;
}

/** The service: everything it owns is built here once and closed in reverse. */
export interface App {
  readonly db: Database;
  readonly url: () => string;
  readonly connectSimulated: (
    tenantId: string,
    platforms?: readonly Platform[],
  ) => Promise<{ id: string; platform: string; username: string }[]>;
  readonly close: (graceMs?: number) => Promise<void>;
}

const CONNECTIONS_MAX = 10;

/** Builds the service and listens. The database is migrated already. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log, connectors = everyConnector } = options;
  const db = openDatabase({
    url: options.databaseUrl,
    connectionsMax: CONNECTIONS_MAX,
    log: (message, error) => log.warn({ err: error }, message),
  });
  const vault = createVault(options.secretsKey);
  const simulatorUrl = () => options.simulatorUrl;
  const uploadsFolder = join(config.dataDir, 'uploads');
  await mkdir(uploadsFolder, { recursive: true });
  const publicUrl = (path: string) => `${config.publicUrl ?? url()}${path}`;
  const linkSigner = createLinkSigner(options.secretsKey);
  const files = await openFiles(config, linkSigner, publicUrl);
  const ways = openOutbound(config, options.simulatorUrl, vault, { storage: files.storage, folder: uploadsFolder });
  const { customers, sessions, close: closeOutbound } = ways;
  const actionTools = createActionTools({ db, connectors, sessions, files, lookDelayFactor: config.lookDelayFactor });
  const reading = { db, connectors, sessions };

  await saveConfiguredApps(db, vault, config.platformApps);
  const runners = new Map<string, LaneRunner>();
  const faults = createFaultLog(log);
  const wake = (lane: string) => runners.get(lane)?.wake();
  const [signingKey = Buffer.alloc(0)] =
    typeof options.secretsKey === 'function' ? options.secretsKey() : [options.secretsKey];
  const signer = createCursorSigner(createHmac('sha256', signingKey).update('cursors').digest());
  const services: Services = {
    cursors: {
      encode: signer.encode,
      decode(tenantId, scope, cursor) {
        const position = signer.decode(tenantId, scope, cursor);
        if (position === undefined)
          throw invalid('cursor', 'The cursor is not one of this list. Send it unchanged, with the same filters.');
        return position;
      },
    },
    callCustomer: customers.callCustomer,
    refuseUrl: customers.refuseUrl,
    vault,
    files,
    wake,
    platforms: createPlatformAccess({
      db,
      vault,
      connectors,
      sessions,
      appSettings: (platform) => APP_SETTINGS[platform] ?? [],
      windowSettings: (platform) => Object.values(WINDOW_SETTINGS[platform] ?? {}).slice(0, 1),
      windowSetup: (platform) => config.windowSetups[platform] ?? {},
      publicUrl: () => publicUrl(''),
      simulatedApp: async (platform) => {
        if (options.simulatorUrl === undefined) return undefined;
        const { app, isNew } = await simulatedApp(simulated(), platform);
        if (isNew) await registerCallbacks(simulated(), url());
        return app;
      },
      simulatedBrowserHosts: (connector) =>
        simulatedHosts(
          config.isSimulatorOpen ? `${config.publicUrl ?? url()}/simulator` : (options.simulatorUrl ?? NO_SIMULATOR),
          connector,
        ),
    }),
    advanceSimulator: (tenantId, aheadSeconds) => advanceSimulator(db, options.simulatorUrl, tenantId, aheadSeconds),
    readMetrics: createReadMetrics(reading),
    askPlatform: createAskPlatform(reading),
    refreshComments: createRefreshComments(reading, (error) =>
      log.error({ err: error }, 'comments could not be refreshed'),
    ),
  };

  const server = createServer(operations);
  const surface = {
    environment: { tenantDatabase: (id: string) => db.tenant(id), connectors, services },
    authenticate: createAuthenticate(db.system),
    onFault: faults.ofRequest,
  };
  mount(server, operations, surface);
  await addUploads(server, operations, { ...surface, folder: uploadsFolder });
  await addMediaFiles(server, { ...surface, db, files, signer: linkSigner });
  addDocumentation(server, toOpenApi(operations, VERSION));
  await addCallbacks(server, { db, connectors, vault, wake });
  addConnectingPages(server, { db, connectors, services }, faults.ofRequest);
  if (config.isSimulatorOpen) await addSimulatorPages(server, simulatorUrl);
  addHealth(server, { db, runners, metricsToken: config.metricsToken, isMetricsOpen: config.isMetricsOpen });
  await server.listen({ host: config.host, port: config.port });

  if (config.role !== 'api') {
    const parts = {
      db,
      connectors,
      actions: actionTools,
      reading,
      deliveries: { db, vault, callCustomer: customers.callCustomer, onSlotFree: () => wake('deliveries') },
      pollSeconds: config.pollSeconds,
      files,
      copiesFolder: join(config.dataDir, 'video-copies'),
    };
    // What a job did may have made events: their deliveries need not wait for the next poll.
    const onDone = (lane: string) => lane !== 'deliveries' && wake('deliveries');
    for (const lane of allLanes(parts)) {
      runners.set(lane.name, runLane(lane, { leaseSeconds: config.leaseSeconds, onFault: faults.ofLane, onDone }));
    }
  }
  const url = () => `http://${hostOf(config.host)}:${(server.server.address() as AddressInfo).port}`;
  const simulated = (): SimulatedAccountTools => {
    if (options.simulatorUrl === undefined) throw new Error('there is no simulator');
    return { db, vault, connectors, sessions, simulatorUrl: options.simulatorUrl };
  };
  if (options.simulatorUrl !== undefined)
    await registerCallbacks(simulated(), url()).catch((error) =>
      log.warn({ err: error }, 'the simulator did not take our callback address'),
    );

  return {
    db,
    url,
    async connectSimulated(tenantId, platforms) {
      const connected = await connectSimulatedAccounts(simulated(), tenantId, platforms);
      await registerCallbacks(simulated(), url());
      return connected;
    },
    async close(graceMs = 20_000) {
      const draining = drain(server, graceMs);
      await Promise.all([...runners.values()].map((runner) => runner.stop(graceMs)));
      await draining;
      await closeOutbound();
      files.storage.close();
      await db.close();
    },
  };
}

function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
