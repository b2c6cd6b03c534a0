import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../core/errors.ts';
import type { AnyOperation } from '../core/operation.ts';
import { toApiError } from '../execute/to-api-error.ts';
import { addBrowserHeaders } from './browser-headers.ts';
import { type DropLimits, dropRests } from './drop-rest.ts';
import { acceptJson } from './json-body.ts';
import { BODY, CONNECTIONS, HEAD } from './limits/bounds.ts';
import {
  type ConnectionLimits,
  type Connections,
  LOOPBACK,
  limitConnections,
  limitReading,
} from './limits/connections.ts';
import { answerUnreadable, tooManyFields } from './limits/unreadable.ts';
import { isArriving, requestIdOf } from './request.ts';
import { sendError } from './send-error.ts';
import { createLane, type Lane } from './turns/lane.ts';

interface ServerLimits extends DropLimits, ConnectionLimits {
  /** How long the head of a request may take, from the start of the connection or of the head. */
  readonly headMsMax: number;
  /** How long a connection stays open between two requests. */
  readonly idleMsMax: number;
}

export interface ServerOptions extends Partial<ServerLimits> {
  /** Addresses and CIDR blocks of proxies whose `X-Forwarded-For` tells the address of the client. */
  readonly trustedProxies?: readonly string[];
  /** Addresses whose connections are not bounded per network; default: loopback addresses. */
  readonly sharedAddresses?: readonly string[];
  /** Takes turns with other heavy work of the process. */
  readonly lane?: Lane;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly connections: Connections;
  }
  interface FastifyContextConfig {
    /** Seconds that the body may take to arrive; default 60. */
    readonly bodySeconds?: number;
    /** The name of the operation that the route runs. */
    readonly operation?: string;
  }
}

/** The HTTP server with the parts that all routes share: request ids, bodies, errors, unknown paths. */
export function createServer(operations: readonly AnyOperation[], options: ServerOptions = {}): FastifyInstance {
  const { trustedProxies = [], sharedAddresses = LOOPBACK, lane = createLane(), ...limits } = options;
  const { headMsMax = HEAD.msMax, idleMsMax = CONNECTIONS.idleMsMax } = limits;
  const app = Fastify({
    logger: false,
    bodyLimit: BODY.bytesMax,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    // Each request has its own limit (`limitReading`), because files take longer than JSON.
    requestTimeout: 0,
    // Without a value of its own, Node takes that of `requestTimeout`: none.
    http: {
      headersTimeout: headMsMax,
      connectionsCheckingInterval: Math.min(1000, headMsMax),
      maxHeaderSize: HEAD.bytesMax,
    },
    keepAliveTimeout: idleMsMax,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    // Addresses that cannot be decoded reach no route and no hook, and nobody reads their bodies.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      if (isArriving(request.raw)) reply.header('connection', 'close');
      return sendError(reply, invalid('path', `The address could not be read: ${error.message}`), request.id);
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket),
  });
  const connections = limitConnections(app.server, limits, [...sharedAddresses, ...trustedProxies]);
  app.decorate('connections', connections);
  dropRests(app, limits);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (connections.isSpare(request.raw.socket)) reply.header('connection', 'close');
    limitReading(request.raw, request.routeOptions.config.bodySeconds ?? BODY.secondsMax);
    const error = connections.errorFor(request.raw) ?? tooManyFields(request.raw);
    if (error === undefined) return done();
    return void sendError(reply, error, request.id);
  });
  addBrowserHeaders(app);
  acceptJson(app, lane);
  app.setErrorHandler((error, request, reply) =>
    sendError(reply, toBodyError(error as Error & { code?: string; statusCode?: number }), request.id),
  );
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply) => answerNotFound(operations, request, reply);
  app.setNotFoundHandler(answerUnknown);
  // Bodies for paths that do not exist are dropped unread. All hooks that check a request have run.
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404) return answerUnknown(request, reply);
  });
  return app;
}

function answerNotFound(
  operations: readonly AnyOperation[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = request.url.replace(/\?.*/s, '');
  const methods = methodsAt(operations, path);
  if (methods.length === 0 || methods.includes(request.method))
    return sendError(reply, new ApiError('not_found', `There is nothing at ${path.slice(0, 200)}.`), request.id);
  reply.header('allow', methods.join(', '));
  const allowed = `${request.method} is not allowed here; allowed: ${methods.join(', ')}.`;
  return sendError(reply, new ApiError('method_not_allowed', allowed), request.id);
}

/** The methods of the route at a path. Of several patterns that fit, the one with the fewest parameters is the route. */
function methodsAt(operations: readonly AnyOperation[], path: string): string[] {
  const fitting = operations.filter(({ http }) => pathPattern(http.path).test(path));
  const fewest = Math.min(...fitting.map(({ http }) => parametersOf(http.path)));
  const ofRoute = fitting.filter(({ http }) => parametersOf(http.path) === fewest);
  return [...new Set(ofRoute.map(({ http }) => http.method.toUpperCase()))];
}

function parametersOf(path: string): number {
  return path.match(/\{\w+\}/g)?.length ?? 0;
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
}

/** Translates errors that Fastify finds before a route runs. */
export function toBodyError(
  error: Error & { code?: string; statusCode?: number },
  bytesMax: number = BODY.bytesMax,
): ApiError {
  if (error instanceof ApiError) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) {
    const size = bytesMax === BODY.bytesMax ? '1 MiB' : `${bytesMax / 1024} KiB`;
    return new ApiError('payload_too_large', `The body is larger than ${size}.`, { max: bytesMax });
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ApiError('unsupported_media_type', 'Send the body as application/json.', { field: 'Content-Type' });
  if (error.statusCode !== undefined && error.statusCode < 500)
    return invalid('body', `The request could not be read: ${error.message}`, 'validation.body_invalid');
  return toApiError(error);
}
