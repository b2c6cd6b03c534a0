import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createActionTools } from '../adapters/action-tools.ts';
import type { Platform } from '../core/platforms.ts';
import type { Database } from '../db/database.ts';
import { createDrain } from '../http/drain.ts';
import { QUEUE } from '../http/limits/bounds.ts';
import { createServer } from '../http/server.ts';
import { createLane } from '../http/turns/lane.ts';
import { createTurns } from '../http/turns/turns.ts';
import { createFaultLog } from '../observability/error-log.ts';
import { operations } from '../operations.ts';
import { connectSimulatedAccounts } from '../sandbox/simulated-accounts.ts';
import { registerPayments } from '../sandbox/simulated-payments.ts';
import { allWorkers, runWorker, type WorkerRunner, watchQueues } from '../workers/index.ts';
import { createMetrics } from './metrics.ts';
import { type AppOptions, openResources } from './resources.ts';
import { addRoutes, type Shared } from './routes.ts';
import { createTools } from './tools.ts';

/** The service: everything it owns is built here once and closed in reverse. */
export interface App {
  readonly db: Database;
  readonly url: () => string;
  /** A page for people, as their browsers reach it. */
  readonly personUrl: (path: string) => string;
  readonly connectSimulated: (
    tenantId: string,
    platforms?: readonly Platform[],
    server?: string,
  ) => Promise<{ id: string; platform: string; username: string }[]>;
  /** Jobs of workers that run now. */
  readonly running: () => number;
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Builds the service and listens. The database is migrated already. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log } = options;
  const lane = createLane();
  const server = createServer(operations, { trustedProxies: config.trustedProxies, lane });
  let address: AddressInfo | null = null;
  const url = () => {
    // Workers may ask when the server has closed already.
    address ??= server.server.address() as AddressInfo | null;
    return `http://${hostOf(config.host)}:${address?.port}`;
  };

  const resources = await openResources(options, url);
  const runners = new Map<string, WorkerRunner>();
  const tools = createTools(resources, (worker) => runners.get(worker)?.wake());
  const turns = createTurns({ atOnce: config.requestsAtOnce, waitSecondsMax: config.turnWaitSeconds, ...QUEUE });
  const metrics = createMetrics(resources, { turns: turns.counts, runners });
  const shared = { resources, tools, runners, turns, lane, metrics, faults: createFaultLog(log, resources.room) };

  const drain = createDrain(server);
  await addRoutes(server, shared);
  await server.listen({ host: config.host, port: config.port });
  const watch = config.role === 'api' ? undefined : startWorkers(shared);
  const { simulator, simulatedPaymentsSecret } = resources;
  if (config.role !== 'worker' && simulator !== undefined && simulatedPaymentsSecret !== undefined)
    await registerPayments(simulator, resources.callbackUrl(), simulatedPaymentsSecret).catch((error) =>
      log.warn({ err: error }, 'the simulator did not take the address of our payments'),
    );

  return {
    db: resources.db,
    url,
    personUrl: resources.personUrl,
    async connectSimulated(tenantId, platforms, server) {
      return connectSimulatedAccounts(resources.simulatorTools(), tenantId, platforms, server);
    },
    running: () => [...runners.values()].reduce((sum, runner) => sum + runner.running(), 0),
    async close(graceMs = 20_000) {
      const stopped = Promise.all([...runners.values()].map((runner) => runner.stop(graceMs)));
      await drain.announce(config.drainSeconds);
      await drain.close(graceMs);
      await watch?.stop();
      await stopped;
      metrics.close();
      await resources.close();
    },
  };
}

function startWorkers({ resources, tools, faults, runners }: Shared): ReturnType<typeof watchQueues> {
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
    mail: tools.mail,
    personUrl: tools.personUrl,
    observer,
    removeWorld: async (worldId) => resources.worlds?.remove(worldId),
    files,
    // Nothing is configured that understands sound or pictures.
    analysis,
    renditionsFolder: join(config.dataDir, 'video-copies'),
  });
  // A finished job may have made events; their deliveries need not wait for the next poll.
  const onDone = (worker: string) => worker !== 'deliveries' && wake('deliveries');
  const onClaimed = (worker: string, jobs: number) => log.debug({ worker, jobs }, 'claimed');
  const options = { leaseSeconds, mayClaim: () => !room.isLow(), onClaimed, onFault: faults.ofWorker, onDone };
  for (const worker of workers) runners.set(worker.name, runWorker(worker, { ...options, isWatched: true }));
  return watchQueues(db.system, runners, faults.ofWorker);
}

function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
