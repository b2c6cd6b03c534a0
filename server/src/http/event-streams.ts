import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import type { AnyOperation, Feed } from '../core/operation.ts';
import { executeOperation } from '../execute/execute-operation.ts';
import { assertPermitted } from '../execute/permission.ts';
import { toApiError } from '../execute/to-api-error.ts';
import { admit } from './admit.ts';
import type { Identity } from './find-callers.ts';
import { STREAMS_PER_KEY_MAX } from './limits/bounds.ts';
import { createCounts } from './limits/counts.ts';
import { type MountOptions, reject } from './mount.ts';
import { NO_PREFERENCES } from './request.ts';
import { errorBody } from './send-error.ts';

/** A comment keeps the connection alive through proxies, which often end it after 60 silent seconds. */
const HEARTBEAT_MS = 15_000;
/** How often the rights of the caller are checked again. A person who lost them is out within a second. */
const RIGHTS_MS = { key: 3000, user: 800 };
/** How long a client that reads slowly may take for the end of its stream. */
const LAST_WORDS_MS = 2000;
/** After this long a client connects again. */
const RECONNECT_MS = 2000;

/**
 * Adds a route for every operation that is a stream of server-sent events. A stream reads its next events when the last
 * ones are with the client, so a slow client costs no memory. It ends when the key loses its rights and when the service
 * stops.
 */
export function addEventStreams(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  options: MountOptions & { readonly streamsPerTenantMax: number },
): void {
  const open = new Set<AbortController>();
  const counts = createCounts();
  app.addHook('preClose', (done) => {
    for (const controller of open) controller.abort();
    done();
  });
  for (const operation of operations.filter(({ isStream }) => isStream === true))
    app.route({
      method: operation.http.method.toUpperCase(),
      url: operation.http.path,
      config: { operation: operation.name },
      // It would read a stream that nobody hears.
      exposeHeadRoute: false,
      async handler(request, reply) {
        const controller = new AbortController();
        const { signal } = controller;
        // The client may leave at any time, also before the first byte.
        reply.raw.once('close', () => {
          open.delete(controller);
          controller.abort();
        });
        signal.addEventListener('abort', () => setTimeout(() => reply.raw.destroy(), LAST_WORDS_MS).unref());
        try {
          const feed = await openFeed(operation, request, reply, options, ({ tenant, actor }) => {
            const bounds = [
              { name: actor.id, max: STREAMS_PER_KEY_MAX, owner: 'This key' },
              { name: tenant.id, max: options.streamsPerTenantMax, owner: 'This workspace' },
            ];
            const full = counts.exceeded(bounds);
            if (full !== undefined) throw tooMany(full.owner, full.max);
            if (signal.aborted) return;
            open.add(controller);
            reply.raw.once('close', counts.add(bounds));
          });
          return sendPieces(reply, untilEnd(feed, operation, request, options, signal));
        } catch (error) {
          return reject(error, request, reply, options);
        }
      },
    });
}

async function openFeed(
  operation: AnyOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
  take: (identity: Identity) => void,
): Promise<Feed<unknown>> {
  const admitted = await admit(options, operation, request, reply);
  const { tenant, actor, environment } = admitted;
  assertPermitted(actor, operation.scope);
  take(admitted);
  const lastEventId = request.headers['last-event-id'];
  const { body } = await executeOperation(environment, {
    operation,
    raw: {
      params: request.params as Record<string, unknown>,
      query: request.query as Record<string, unknown>,
      body: undefined,
    },
    tenant,
    actor,
    requestId: request.id,
    ip: request.ip ?? '',
    isProofFresh: admitted.isProofFresh,
    dryRun: false,
    ...NO_PREFERENCES,
    keyUse: undefined,
    lastEventId: lastEventId === undefined ? undefined : String(lastEventId),
  });
  return body as Feed<unknown>;
}

function sendPieces(reply: FastifyReply, pieces: AsyncGenerator<string>): FastifyReply {
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(pieces, { objectMode: false, highWaterMark: 1 }));
}

/** The text of a stream: its events, and a comment when there is none for a while. */
async function* untilEnd(
  feed: Feed<unknown>,
  operation: AnyOperation,
  request: FastifyRequest,
  options: MountOptions,
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    yield `retry: ${RECONNECT_MS}\n\n`;
    let lastAtMs = Date.now();
    while (!signal.aborted) {
      const { actor } = await options.authenticate(request, operation);
      assertPermitted(actor, operation.scope);
      const items = await feed.next(
        AbortSignal.any([signal, AbortSignal.timeout(actor.type === 'key' ? RIGHTS_MS.key : RIGHTS_MS.user)]),
        actor,
      );
      const pieces = items.map(
        ({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
      );
      if (pieces.length === 0 && Date.now() - lastAtMs >= HEARTBEAT_MS) pieces.push(': still here\n\n');
      if (pieces.length === 0) continue;
      lastAtMs = Date.now();
      yield pieces.join('');
    }
  } catch (error) {
    const known = toApiError(error);
    if (known.code === 'internal_error') options.onFault(request, error);
    yield `event: error\ndata: ${JSON.stringify(errorBody(known, request.id))}\n\n`;
  }
}

function tooMany(owner: string, max: number): ApiError {
  return new ApiError(
    'too_many_requests',
    `${owner} has ${max} streams open already, which is the most. Close one first.`,
    { max, resource: 'stream', retry_after: RECONNECT_MS / 1000 },
  );
}
