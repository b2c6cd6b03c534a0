import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { ApiError, invalid } from '../core/errors.ts';
import type { AnyOperation } from '../core/operation.ts';
import { storageFaultOf } from '../lib/storable-text.ts';
import { answerError, errorBody } from './answer-error.ts';
import { addBrowserHeaders } from './browser-headers.ts';
import { type DropLimits, dropRests, LINGER_MS } from './drop-rest.ts';
import { isArriving, requestIdOf } from './request.ts';

const BODY_BYTES_MAX = 1024 * 1024;
const DEPTH_MAX = 32;
const BODY_SECONDS_MAX = 60;

export interface ServerLimits extends DropLimits {
  /** Connections at once. Further ones are closed unanswered. */
  readonly connectionsMax: number;
  /** How long the head of a request may take, from the start of the connection or of the head. */
  readonly headMsMax: number;
  /** How long a connection stays open between two requests. */
  readonly idleMsMax: number;
}

export interface ServerOptions extends Partial<ServerLimits> {
  /** Addresses and CIDR blocks of proxies whose `X-Forwarded-For` tells the address of the client. */
  readonly trustedProxies?: readonly string[];
}

const CONNECTIONS_MAX = 4096;
const HEAD_MS_MAX = 10_000;
const IDLE_MS_MAX = 65_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Seconds that the body may take to arrive; default 60. */
    readonly bodySeconds?: number;
  }
}

/** The HTTP server with the parts that all routes share: request ids, bodies, errors, unknown paths. */
export function createServer(operations: readonly AnyOperation[], options: ServerOptions = {}): FastifyInstance {
  const { trustedProxies = [], ...limits } = options;
  const { connectionsMax = CONNECTIONS_MAX, headMsMax = HEAD_MS_MAX, idleMsMax = IDLE_MS_MAX } = limits;
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    // Each request has its own limit (`limitReading`), because files take longer than JSON.
    requestTimeout: 0,
    // Without a value of its own, Node takes that of `requestTimeout`: none.
    http: { headersTimeout: headMsMax, connectionsCheckingInterval: Math.min(1000, headMsMax) },
    keepAliveTimeout: idleMsMax,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    // Addresses that cannot be decoded reach no route and no hook.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      return answerError(reply, invalid('path', `The address could not be read: ${error.message}`), request.id);
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket),
  });
  app.server.maxConnections = connectionsMax;
  dropRests(app, limits);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    limitReading(request.raw, request.routeOptions.config.bodySeconds ?? BODY_SECONDS_MAX);
    done();
  });
  addBrowserHeaders(app);
  acceptJson(app);
  app.setErrorHandler((error, request, reply) =>
    answerError(reply, toBodyError(error as Error & { code?: string; statusCode?: number }), request.id),
  );
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/\?.*$/, '');
    const methods = methodsAt(operations, path);
    if (methods.length === 0 || methods.includes(request.method))
      return answerError(reply, new ApiError('not_found', `There is nothing at ${path.slice(0, 200)}.`), request.id);
    reply.header('allow', methods.join(', '));
    return answerError(
      reply,
      new ApiError('method_not_allowed', `${request.method} is not allowed here; allowed: ${methods.join(', ')}.`),
      request.id,
    );
  });
  return app;
}

/** Responds to requests that are not valid HTTP, in the same form as all errors. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const id = requestIdOf(undefined);
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const fault = isLate ? 'The head of the request did not arrive in time.' : 'The request is not valid HTTP.';
  const body = JSON.stringify(errorBody(invalid('request', fault), id));
  const status = isLate ? '408 Request Timeout' : '400 Bad Request';
  const head = [`HTTP/1.1 ${status}`, 'content-type: application/json; charset=utf-8', `x-request-id: ${id}`];
  socket.end([...head, `content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', body].join('\r\n'));
  // A client that never ends its half would keep the connection.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Ends the connection of a client that sends too slowly. */
function limitReading(raw: IncomingMessage, seconds: number): void {
  if (!isArriving(raw)) return;
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), seconds * 1000);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
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

/** JSON bodies; an empty one counts as none. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(['application/json', 'text/json'], { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body as Buffer)) return done(invalid('body', 'The body is not UTF-8.', 'validation.body_invalid'));
    const text = body.toString();
    if (text.trim() === '') return done(null, undefined);
    parse(request, text, (error, value) => {
      if (error) return done(error);
      try {
        assertStorable(value);
        done(null, value);
      } catch (refusal) {
        done(refusal as Error);
      }
    });
  });
}

/** Rejects texts that the database cannot store, and nesting deeper than DEPTH_MAX. */
function assertStorable(body: unknown): void {
  const fault = storageFaultOf(body, DEPTH_MAX);
  if (fault === undefined) return;
  const field = fieldOf(fault.path);
  if (fault.kind === 'depth')
    throw invalid(field, `The body is nested deeper than ${DEPTH_MAX} levels.`, 'validation.body_invalid');
  const what = fault.kind === 'text' ? 'Texts' : 'Field names';
  throw invalid(field, `${what} must not contain NUL characters or halves of characters.`);
}

/** The path of a field, cut because names may be as long as the body. */
function fieldOf(path: readonly string[]): string {
  return path.join('.').slice(0, 200).toWellFormed() || 'body';
}

/** Translates errors that Fastify finds before a route runs. */
export function toBodyError(error: Error & { code?: string; statusCode?: number }): ApiError {
  if (error instanceof ApiError) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) {
    return new ApiError('payload_too_large', 'The body is larger than 1 MiB.', { max: BODY_BYTES_MAX });
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ApiError('unsupported_media_type', 'Send the body as application/json.', { field: 'Content-Type' });
  if (error.statusCode !== undefined && error.statusCode < 500)
    return invalid('body', `The request could not be read: ${error.message}`, 'validation.body_invalid');
  const fault = new ApiError('internal_error', 'Something went wrong on our side. The request id helps to find it.');
  fault.cause = error;
  return fault;
}
