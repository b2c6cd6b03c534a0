import type { FastifyReply, FastifyRequest } from 'fastify';
import { toApiError } from '../execute/execute-operation.ts';
import { errorBody } from './answer-error.ts';
import { type MountOptions, refuse } from './mount.ts';

/** We read this much of a rejected request to keep its connection. */
const REST_BYTES_MAX = 1024 * 1024;
/** A connection stays open this long after a response that came before the end of a long request. */
const LINGER_MS = 2000;

/**
 * Rejects a request without reading a long body to its end. The response goes out at once. The connection stays open a
 * moment longer, unread: closing it while the client still sends would destroy the response.
 */
export function refuseEarly(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
): FastifyReply | undefined {
  if (isShort(request)) return refuse(error, request, reply, options);
  const { raw } = request;
  const known = toApiError(error);
  if (known.status >= 500 && known.code !== 'unavailable') options.onFault(request, error);
  raw.unpipe();
  raw.pause();
  reply.hijack();
  const text = JSON.stringify(errorBody(known, request.id));
  const retryAfter = known.meta?.retry_after;
  reply.raw.writeHead(known.status, {
    'x-request-id': request.id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
    ...(typeof retryAfter === 'number' ? { 'retry-after': String(Math.ceil(retryAfter)) } : {}),
    ...(known.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });
  // `end` would make Node read the rest of the request.
  reply.raw.write(text);
  const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
  raw.socket.once('close', () => clearTimeout(timer));
  return undefined;
}

function isShort({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete || raw.destroyed) return true;
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= REST_BYTES_MAX;
}
