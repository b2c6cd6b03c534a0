import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ApiError } from '../core/errors.ts';
import type { Database } from '../db/database.ts';
import { answerError } from './answer-error.ts';

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
  readonly metricsToken: string | undefined;
  readonly isMetricsOpen: boolean;
}

/** `/health/live`, `/health/ready` (database, storage and workers) and `/metrics`. */
export function addHealth(app: FastifyInstance, options: HealthOptions): void {
  app.get('/health/live', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const database = await options.db.ping().then(
      () => 'ok',
      () => 'unreachable',
    );
    const workers = Object.fromEntries(
      [...options.runners].map(([name, runner]) => [name, runner.isPolling() ? 'ok' : 'not polling']),
    );
    const storage = options.room.isShort() ? 'full' : 'ok';
    const isReady = database === 'ok' && storage === 'ok' && Object.values(workers).every((state) => state === 'ok');
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'not_ready', database, storage, workers });
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
    if (!mayRead(request, options))
      return answerError(reply, new ApiError('not_found', 'There is nothing at /metrics.'), request.id);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayRead(request: FastifyRequest, { metricsToken, isMetricsOpen }: HealthOptions): boolean {
  if (metricsToken === undefined) return isMetricsOpen;
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(metricsToken));
}
