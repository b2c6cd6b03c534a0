import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isArriving } from './request.ts';

/** A connection is kept when no more than this can be left of its request. */
const KEPT_BYTES_MAX = 1024 * 1024;
/** What is read and dropped of a request after its response: more than any file beyond a small plan's storage. */
const DROPPED_BYTES_MAX = 256 * 1024 * 1024;
const DROPPED_MS_MAX = 30_000;
/** A connection that is given up stays half open this long, so that the client can read the response. */
export const LINGER_MS = 2000;
/** The longest silence of a client while it reads a response. */
const RESPONSE_IDLE_MS = 65_000;

export interface DropLimits {
  readonly droppedBytesMax: number;
  readonly droppedMsMax: number;
}

/**
 * Some responses come before the end of their request, such as refusals. They go out at once; the rest of the request is
 * read and dropped. Many clients send all before they read: closing earlier would destroy the response, and a body that
 * nobody reads would block the next request of the connection.
 */
export function dropRests(app: FastifyInstance, limits: Partial<DropLimits> = {}): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.raw.setTimeout(RESPONSE_IDLE_MS);
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isText || !isArriving(request.raw)) return done(null, payload);
    reply.header('content-length', Buffer.byteLength(payload));
    if (!mayKeep(request)) reply.header('connection', 'close');
    done(null, Readable.from(untilDropped(payload, request.raw, reply, limits)));
  });
}

/** Ends a response, and with it the use of the connection, when the request has ended. */
async function* untilDropped(
  payload: string | Buffer,
  raw: IncomingMessage,
  reply: FastifyReply,
  limits: Partial<DropLimits>,
): AsyncGenerator<string | Buffer> {
  yield payload;
  if (await dropRest(raw, limits)) return;
  // An end of the response would close the connection at once.
  const { socket } = reply.raw;
  socket?.end();
  await new Promise((resolve) => {
    setTimeout(resolve, LINGER_MS);
    socket?.once('close', resolve);
  });
  socket?.destroy();
}

/** Whether the request came to its end within the limits. A lost connection is an end too. */
function dropRest(
  raw: IncomingMessage,
  { droppedBytesMax = DROPPED_BYTES_MAX, droppedMsMax = DROPPED_MS_MAX }: Partial<DropLimits>,
): Promise<boolean> {
  return new Promise((resolve) => {
    let left = droppedBytesMax;
    const timer = setTimeout(() => settle(false), droppedMsMax);
    const settle = (isEnd: boolean) => {
      clearTimeout(timer);
      resolve(isEnd);
    };
    const end = () => settle(true);
    raw.once('end', end).once('close', end).once('error', end);
    raw.unpipe();
    raw.on('data', (piece: Buffer) => {
      left -= piece.length;
      if (left < 0) settle(false);
    });
    raw.resume();
    if (raw.complete || raw.destroyed) end();
  });
}

function mayKeep({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= KEPT_BYTES_MAX;
}
