import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { NO_ORIGIN, type Origin, type WorkFacts, withOrigin } from '../../core/observing/work.ts';
import type { AnyOperation } from '../../core/operation.ts';
import type { Identity } from '../find-callers.ts';

/** Makes a span of each request. */
interface RequestSpans {
  /** The span of a request: its id for the work below it, and what ends it. */
  readonly ofRequest: (request: {
    readonly method: string;
    readonly route: string;
    readonly traceparent: string | undefined;
    readonly requestId: string;
  }) => { readonly traceparent: string; readonly end: (status: number, facts: WorkFacts) => void };
}

interface Observed {
  readonly origin: Origin;
  /** When the head had arrived, on the clock of `performance.now()`. Fastify measures no time without its own log. */
  readonly startedMs: number;
  readonly end: ReturnType<RequestSpans['ofRequest']>['end'] | undefined;
  facts: WorkFacts;
}

const observed = new WeakMap<FastifyRequest, Observed>();

/** Notes which operation a request is for, and who sent it as soon as that is known. */
export function noteCaller(request: FastifyRequest, { name }: AnyOperation, identity?: Identity): void {
  const known = observed.get(request);
  if (known === undefined) return;
  known.facts = {
    operation: name,
    ...(identity === undefined ? {} : { tenant_id: identity.tenant.id, key_id: identity.actor.id }),
  };
}

/** The outputs that are told of each request. */
export interface RequestWatch {
  /** Gets one line for each request: at `info` for one that writes, at `debug` for one that reads. */
  readonly log: Logger;
  readonly spans: RequestSpans | undefined;
  /** Gets each request when it has ended: its operation, else the pattern of its route. */
  readonly ended: (operation: string, status: number, seconds: number) => void;
}

/** The status of a request whose client left before the response; nginx has it in its logs too. */
const CLIENT_LEFT = 499;

/**
 * Gives the work of each request its origin, and tells of its end. Nobody is told the path, because callers choose it
 * and it may hold secrets. Add it before the routes.
 */
export function observeRequests(app: FastifyInstance, { log, spans, ended }: RequestWatch): void {
  app.addHook('onRequest', (request, reply, done) => {
    const startedMs = performance.now();
    const span = spans?.ofRequest({
      method: request.method,
      route: routeOf(request),
      traceparent: textOf(request.headers.traceparent),
      requestId: request.id,
    });
    const origin = { requestId: request.id, traceparent: span?.traceparent ?? null };
    const known = { origin, startedMs, end: span?.end, facts: {} };
    observed.set(request, known);
    // Fastify's own hook does not tell of a client that left.
    reply.raw.once('close', () => tell(request, reply, known));
    withOrigin(origin, done, {});
  });
  // A body arrives in the connection's context, so the handler gets the request's again.
  app.addHook('preHandler', (request, _reply, done) => {
    const { origin, facts } = observed.get(request) ?? { origin: NO_ORIGIN, facts: {} };
    withOrigin(origin, done, facts);
  });

  function tell(request: FastifyRequest, { raw, statusCode }: FastifyReply, known: Observed): void {
    const { id, method, routeOptions } = request;
    const route = routeOf(request);
    const status = raw.writableFinished ? statusCode : CLIENT_LEFT;
    const durationMs = performance.now() - known.startedMs;
    ended(routeOptions.config.operation ?? route, status, durationMs / 1000);
    known.end?.(status, known.facts);
    const level = isTold(request) ? 'info' : 'debug';
    if (log.isLevelEnabled(level))
      log[level](
        { request_id: id, ...known.facts, method, route, status, duration_ms: Math.round(durationMs) },
        'request',
      );
  }
}

/** The pattern of the route; paths that lead nowhere are not told. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}

const READING = ['GET', 'HEAD', 'OPTIONS'];

function isTold(request: FastifyRequest): boolean {
  return !READING.includes(request.method) && !routeOf(request).startsWith('/simulator');
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
