import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RESPONSE_IDLE_MS, REST } from './limits/bounds.ts';
import { createSharedRate } from './limits/shared-rate.ts';
import { isArriving } from './request.ts';

/** All rests of the process share it, because reading them takes time from requests that are answered. */
const RATE = createSharedRate(REST.bytesPerSecondMax);

export interface DropLimits {
  readonly droppedBytesMax: number;
  readonly droppedMsMax: number;
}

/**
 * Some responses come before the end of their request, such as rejections. They go out at once; the rest of the request is
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
    setTimeout(resolve, REST.lingerMs);
    socket?.once('close', resolve);
  });
  socket?.destroy();
}

/** Whether the request came to its end within the limits. A lost connection is an end too. */
function dropRest(
  raw: IncomingMessage,
  { droppedBytesMax = REST.bytesMax, droppedMsMax = REST.msMax }: Partial<DropLimits>,
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
      if (left < 0) return settle(false);
      RATE.count(piece.length);
      const waitMs = RATE.waitMs();
      if (waitMs === 0) return;
      raw.pause();
      setTimeout(() => raw.resume(), waitMs);
    });
    raw.resume();
    if (raw.complete || raw.destroyed) end();
  });
}

function mayKeep({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= REST.keptBytesMax;
}
