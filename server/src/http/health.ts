import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ApiError } from '../core/errors.ts';
import type { SharedCache } from '../core/tools.ts';
import type { Database } from '../db/database.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { ignoredMetrics } from '../inbound/index.ts';
import { answerError } from './answer-error.ts';
import { type Exposure, hasBearer, WANTED } from './exposure.ts';
import type { Turns } from './turns/turns.ts';

/** The state of a running worker. */
interface RunningWorker {
  readonly isPolling: () => boolean;
  readonly running: () => number;
}

export interface HealthOptions {
  readonly db: Database;
  readonly runners: ReadonlyMap<string, RunningWorker>;
  /** Whether there is room for writes. */
  readonly room: { readonly isShort: () => boolean };
  readonly turns: Pick<Turns, 'counts'>;
  /** undefined without REDIS_URL. */
  readonly cache: Pick<SharedCache, 'isDegraded'> | undefined;
  readonly metricsToken: string | undefined;
  readonly exposure: Exposure;
}

/** `/health/live`, `/health/ready` (database, storage and workers) and `/metrics`. */
export function addHealth(app: FastifyInstance, options: HealthOptions): void {
  app.get('/health/live', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const database = await options.db.ping().then(
      () => 'ok',
      () => 'unreachable',
    );
    const held = await workspaces.countHeld(options.db.system).catch(() => 0);
    const workers = Object.fromEntries(
      [...options.runners].map(([name, runner]) => [name, runner.isPolling() ? 'ok' : 'not polling']),
    );
    const storage = options.room.isShort() ? 'full' : 'ok';
    const isReady = database === 'ok' && storage === 'ok' && Object.values(workers).every((state) => state === 'ok');
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'not_ready', database, storage, workers, held_workspaces: held });
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'hubbub_http_request_seconds',
    help: 'Duration of requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'hubbub_worker_running',
    help: 'Jobs that run in this process',
    labelNames: ['worker'],
    registers: [registry],
    collect() {
      for (const [worker, runner] of options.runners) this.set({ worker }, runner.running());
    },
  });
  new Gauge({
    name: 'hubbub_ignored_metrics_total',
    help: 'Numbers of platforms that were ignored, because their names are unknown or they are no numbers',
    labelNames: ['platform'],
    registers: [registry],
    collect() {
      for (const [platform, count] of ignoredMetrics.counts()) this.set({ platform }, count);
    },
  });
  for (const [name, help, count] of [
    ['hubbub_requests_held', 'Requests that work in the database', 'held'],
    ['hubbub_requests_waiting', 'Requests that wait for their turn in the database', 'waiting'],
    ['hubbub_requests_refused_total', 'Requests that were refused because too many of their tenant waited', 'refused'],
  ] as const)
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(options.turns.counts()[count]);
      },
    });
  const { cache } = options;
  if (cache !== undefined)
    new Gauge({
      name: 'hubbub_quota_check_degraded',
      help: '1 while the server at REDIS_URL cannot be used: requests are allowed, the database decides on quotas',
      registers: [registry],
      collect() {
        this.set(cache.isDegraded() ? 1 : 0);
      },
    });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.url?.startsWith('/v1/')) {
      seconds.observe(
        { method: request.method, route: request.routeOptions.url, status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
    }
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options)) return answerError(reply, metricsRefused(options), request.id);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayRead(request: FastifyRequest, { metricsToken, exposure }: HealthOptions): boolean {
  if (exposure.isFromOperator(request)) return true;
  return metricsToken === undefined ? exposure.isFromThisMachine(request) : hasBearer(request, metricsToken);
}

function metricsRefused({ metricsToken }: HealthOptions): ApiError {
  const wanted = metricsToken === undefined ? WANTED : 'Send METRICS_TOKEN: Authorization: Bearer <token>.';
  return new ApiError('unauthorized', `/metrics is not open to you. ${wanted}`);
}
