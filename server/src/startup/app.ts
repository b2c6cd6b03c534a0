import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createActionTools } from '../adapters/action-tools.ts';
import { VERSION } from '../config/version.ts';
import type { Platform } from '../core/platforms.ts';
import type { Tools } from '../core/tools.ts';
import type { Database } from '../db/database.ts';
import { createAuthenticate } from '../http/authenticate.ts';
import { addCallbacks } from '../http/callbacks/callbacks.ts';
import { addConnectingPages } from '../http/connecting/routes.ts';
import { createDrain } from '../http/drain.ts';
import { addEventStreams } from '../http/event-streams.ts';
import { checkHosts, createExposure } from '../http/exposure.ts';
import { addGuide } from '../http/guide/routes.ts';
import { addHealth } from '../http/health.ts';
import { QUEUE, SHED } from '../http/limits/bounds.ts';
import { createPace } from '../http/limits/pace.ts';
import { createRequestLimits } from '../http/limits/request-limits.ts';
import { addMediaFiles } from '../http/media-files.ts';
import { mount } from '../http/mount.ts';
import { observeRequests } from '../http/observing/observe-requests.ts';
import { toOpenApi } from '../http/openapi/document.ts';
import { addDocumentation } from '../http/pages.ts';
import { refuseWritesWhenLow } from '../http/refuse-writes.ts';
import { createServer } from '../http/server.ts';
import { addSimulatorPages } from '../http/simulator-pages.ts';
import { addStartPage } from '../http/start-page.ts';
import { createTurns, type Turns } from '../http/turns/turns.ts';
import { addUploads } from '../http/uploads.ts';
import { isLoopbackName } from '../lib/loopback.ts';
import { createFaultLog } from '../observability/error-log.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import { operations } from '../operations.ts';
import { connectSimulatedAccounts } from '../sandbox/simulated-accounts.ts';
import { registerPayments } from '../sandbox/simulated-payments.ts';
import { allWorkers, runWorker, type WorkerRunner } from '../workers/index.ts';
import { createMetrics } from './metrics.ts';
import { type AppOptions, openResources, type Resources } from './resources.ts';
import { createLiveCalls, createTools } from './tools.ts';

/** The service: everything it owns is built here once and closed in reverse. */
export interface App {
  readonly db: Database;
  readonly url: () => string;
  readonly connectSimulated: (
    tenantId: string,
    platforms?: readonly Platform[],
    server?: string,
  ) => Promise<{ id: string; platform: string; username: string }[]>;
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Parts that requests and workers share. */
interface Shared {
  readonly resources: Resources;
  readonly tools: Tools;
  readonly faults: ReturnType<typeof createFaultLog>;
  /** Empty until the workers start. */
  readonly runners: Map<string, WorkerRunner>;
  readonly turns: Turns;
  readonly metrics: Metrics;
}

/** Builds the service and listens. The database is migrated already. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log } = options;
  const server = createServer(operations, { trustedProxies: config.trustedProxies });
  const url = () => `http://${hostOf(config.host)}:${(server.server.address() as AddressInfo).port}`;

  const resources = await openResources(options, url);
  const runners = new Map<string, WorkerRunner>();
  const tools = createTools(resources, (worker) => runners.get(worker)?.wake());
  const turns = createTurns({ atOnce: config.requestsAtOnce, waitSecondsMax: config.turnWaitSeconds, ...QUEUE });
  const metrics = createMetrics(resources, { turns: turns.counts, runners });
  const shared = { resources, tools, runners, turns, metrics, faults: createFaultLog(log, resources.room) };

  const drain = createDrain(server);
  await addRoutes(server, shared);
  await server.listen({ host: config.host, port: config.port });
  if (config.role !== 'api') startWorkers(shared);
  const { simulator, simulatedPaymentsSecret } = resources;
  if (simulator !== undefined && simulatedPaymentsSecret !== undefined)
    await registerPayments(simulator, url(), simulatedPaymentsSecret).catch((error) =>
      log.warn({ err: error }, 'the simulator did not take the address of our payments'),
    );

  return {
    db: resources.db,
    url,
    async connectSimulated(tenantId, platforms, server) {
      return connectSimulatedAccounts(resources.simulatorTools(), tenantId, platforms, server);
    },
    async close(graceMs = 20_000) {
      const stopped = Promise.all([...runners.values()].map((runner) => runner.stop(graceMs)));
      await drain.announce(config.drainSeconds);
      await drain.close(graceMs);
      await stopped;
      metrics.close();
      await resources.close();
    },
  };
}

async function addRoutes(server: FastifyInstance, shared: Shared): Promise<void> {
  const { resources, tools, faults, runners, turns, metrics } = shared;
  const { config, db, connectors, vault, files, linkSigner, uploadsFolder, room, simulatorUrl, operatorToken } =
    resources;
  const exposed = {
    isPrivate: config.isPrivate,
    isLoopback: isLoopbackName(config.host),
    publicUrl: config.publicUrl,
    operatorToken,
  };
  observeRequests(server, { log: resources.log, spans: resources.tracing, ended: metrics.requestEnded });
  const exposure = createExposure(exposed);
  checkHosts(server, exposed);
  const authenticate = createAuthenticate(db.system);
  const limits = createRequestLimits(config.requestLimits, resources.cache);
  const surface = {
    environment: {
      tenantDatabase: (id: string) => db.request(id),
      cache: resources.cache,
      connectors,
      tools,
      live: createLiveCalls(resources, faults.of),
    },
    authenticate,
    identify: limits.identifyWith(authenticate),
    turns,
    shedding: createPace(SHED),
    onFault: faults.ofRequest,
  };
  limits.addTo(server);
  refuseWritesWhenLow(server, room);
  mount(server, operations, surface);
  addEventStreams(server, operations, surface);
  await addUploads(server, operations, { ...surface, folder: uploadsFolder });
  await addMediaFiles(server, { ...surface, db, files, signer: linkSigner });
  addGuide(server);
  addStartPage(server, VERSION, config.simulator !== 'off');
  const root = config.publicUrl === undefined ? '/' : new URL(config.publicUrl).pathname;
  addDocumentation(server, toOpenApi(operations, VERSION, root));
  const { wake, platforms, payments } = tools;
  await addCallbacks(server, { db, connectors, vault, wake, payments, publicUrl: platforms.publicUrl });
  addConnectingPages(server, {
    db,
    connectors,
    tools,
    signer: linkSigner,
    isSecure: config.publicUrl?.startsWith('https:') === true,
    onFault: faults.ofRequest,
  });
  if (config.simulator !== 'off')
    await addSimulatorPages(server, {
      simulatorUrl: () => simulatorUrl,
      fault: resources.simulatorFault,
      openness: config.simulator,
      exposure,
      operatorToken,
      publicUrl: config.publicUrl,
      ready: async (worldId) => resources.worlds?.ready(worldId),
      forget: (worldId) => resources.worlds?.forget(worldId),
    });
  addHealth(server, {
    db,
    runners,
    room,
    metrics,
    intents: resources.intents,
    metricsToken: config.metricsToken,
    exposure,
  });
}

function startWorkers({ resources, tools, faults, runners }: Shared): void {
  const { config, log, db, connectors, vault, files, sessions, payments, room, analysis, intents, observer } =
    resources;
  const { wake, callCustomer } = tools;
  const { lookupDelayFactor, leaseSeconds, pollSeconds } = config;
  const workers = allWorkers({
    db,
    connectors,
    actions: createActionTools({ db, connectors, sessions, files, intents, observer, lookupDelayFactor }),
    reading: { db, connectors, sessions },
    deliveries: { db, vault, callCustomer, observer, onSlotFree: () => wake('deliveries') },
    pollSeconds,
    payments,
    revoke: tools.platforms.revoke,
    removeWorld: async (worldId) => resources.worlds?.remove(worldId),
    files,
    // Nothing is configured that understands sound or pictures.
    analysis,
    renditionsFolder: join(config.dataDir, 'video-copies'),
  });
  // A finished job may have made events; their deliveries need not wait for the next poll.
  const onDone = (worker: string) => worker !== 'deliveries' && wake('deliveries');
  const onClaimed = (worker: string, jobs: number) => log.debug({ worker, jobs }, 'claimed');
  for (const worker of workers)
    runners.set(
      worker.name,
      runWorker(worker, { leaseSeconds, mayClaim: () => !room.isLow(), onClaimed, onFault: faults.ofWorker, onDone }),
    );
}

function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
