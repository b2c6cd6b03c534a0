import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { NO_ORIGIN, type Origin, type WorkFacts, withOrigin } from '../../core/observing/work.ts';
import type { AnyOperation } from '../../core/operation.ts';
import type { Identity } from '../find-keys.ts';

/** Makes a span of each request. */
export interface RequestSpans {
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
    ...(identity === undefined ? {} : { tenant_id: identity.tenant.id, key_id: identity.caller.keyId }),
  };
}

/**
 * Gives the work of each request its origin, and writes one line for each: at `info` for what writes, at `debug` for
 * what reads. The line has the route's pattern, because addresses may hold secrets.
 */
export function observeRequests(app: FastifyInstance, log: Logger, spans?: RequestSpans): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const span = spans?.ofRequest({
      method: request.method,
      route: routeOf(request),
      traceparent: textOf(request.headers.traceparent),
      requestId: request.id,
    });
    const origin = { requestId: request.id, traceparent: span?.traceparent ?? null };
    observed.set(request, { origin, end: span?.end, facts: {} });
    withOrigin(origin, done, {});
  });
  // A body arrives in the connection's context, so the handler gets the request's again.
  app.addHook('preHandler', (request, _reply, done) => {
    const { origin, facts } = observed.get(request) ?? { origin: NO_ORIGIN, facts: {} };
    withOrigin(origin, done, facts);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { facts, end } = observed.get(request) ?? { facts: {}, end: undefined };
    end?.(reply.statusCode, facts);
    const level = isTold(request) ? 'info' : 'debug';
    if (log.isLevelEnabled(level))
      log[level]({ request_id: request.id, ...facts, ...lineOf(request, reply) }, 'request');
    done();
  });
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime),
  };
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
