import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import type { Database } from '../db/database.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { type Exposure, hasBearer, WANTED } from './exposure.ts';
import { sendError } from './send-error.ts';

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
  let looking: ReturnType<typeof stateOf> | undefined;
  app.get('/health/ready', async (_request, reply) => {
    // Probes that come at the same time share one look.
    looking ??= stateOf(options).finally(() => {
      looking = undefined;
    });
    const state = await looking;
    return reply.code(state.status === 'ready' ? 200 : 503).send(state);
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options)) return sendError(reply, metricsRejected(options), request.id);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

async function stateOf({ db, runners, room, intents }: HealthOptions) {
  const database = await db.ping().then(
    () => 'ok',
    () => 'unreachable',
  );
  const held = await workspaces.countSuspended(db.system).catch(() => 0);
  const workers = Object.fromEntries(
    [...runners].map(([name, runner]) => [name, runner.isPolling() ? 'ok' : 'not polling']),
  );
  const storage = room.isShort() ? 'full' : 'ok';
  const journal = intents.isWritable() ? 'ok' : 'not writable';
  const isReady =
    database === 'ok' &&
    storage === 'ok' &&
    journal === 'ok' &&
    Object.values(workers).every((state) => state === 'ok');
  return {
    status: isReady ? 'ready' : 'not_ready',
    database,
    storage,
    intent_journal: journal,
    workers,
    held_workspaces: held,
  };
}

function mayRead(request: FastifyRequest, { metricsToken, exposure }: HealthOptions): boolean {
  if (exposure.isFromOperator(request)) return true;
  return metricsToken === undefined ? exposure.isFromThisMachine(request) : hasBearer(request, metricsToken);
}

function metricsRejected({ metricsToken }: HealthOptions): ApiError {
  const wanted = metricsToken === undefined ? WANTED : 'Send METRICS_TOKEN: Authorization: Bearer <token>.';
  return new ApiError('unauthorized', `/metrics is not open to you. ${wanted}`);
}
