import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import type { Database } from '../db/database.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { answerError } from './answer-error.ts';
import { type Exposure, hasBearer, WANTED } from './exposure.ts';

/** The state of a running worker. */
interface RunningWorker {
  readonly isPolling: () => boolean;
}

export interface HealthOptions {
  readonly db: Database;
  readonly runners: ReadonlyMap<string, RunningWorker>;
  /** Whether there is room for writes. */
  readonly room: { readonly isShort: () => boolean };
  readonly metrics: { readonly contentType: string; readonly text: () => Promise<string> };
  /** Whether intents can be noted; without that nothing is sent. */
  readonly intents: { readonly isWritable: () => boolean };
  readonly metricsToken: string | undefined;
  readonly exposure: Exposure;
}

/** `/health/live`, `/health/ready` (database, storage and workers) and `/metrics`. */
export function addHealth(app: FastifyInstance, options: HealthOptions): void {
  const { metrics } = options;
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
    const journal = options.intents.isWritable() ? 'ok' : 'not writable';
    const isReady =
      database === 'ok' &&
      storage === 'ok' &&
      journal === 'ok' &&
      Object.values(workers).every((state) => state === 'ok');
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'not_ready',
      database,
      storage,
      intent_journal: journal,
      workers,
      held_workspaces: held,
    });
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options)) return answerError(reply, metricsRefused(options), request.id);
    return reply.type(metrics.contentType).send(await metrics.text());
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
