import { IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { monotonicMs } from '../../core/clock.ts';
import { invalid } from '../../core/errors.ts';
import { isArriving, requestIdOf } from '../request.ts';
import { CHUNKS } from './bounds.ts';
import { stopParsing } from './stop-parsing.ts';
import { endWith, responseOf } from './unreadable.ts';

export interface ChunkLimits {
  readonly tinyChunksMax: number;
  readonly tinyChunksPerSecondMax: number;
  readonly smallChunksPerSecondMax: number;
}

/** A body is paused for no shorter time. */
const PAUSE_MS_MIN = 10;

/**
 * Ends a request whose body arrives in too many tiny chunks, whoever reads it, and reads small ones at a pace. Node makes an
 * object of each chunk and passes them on one by one; a read of 64 KiB may hold 10,000 of them.
 */
export function limitTinyChunks(server: Server, limits: Partial<ChunkLimits>): void {
  const pace = createPace(limits);
  const { push, _read: read } = IncomingMessage.prototype;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isArriving(request)) return;
    const isWithin = createAllowance(limits);
    const waitMs = () => (small > CHUNKS.smallFreeMax ? pace.waitMs() : 0);
    let small = 0;
    let isEnded = false;
    let isPaused = false;
    request.push = (chunk: Buffer | null, encoding) => {
      if (!isEnded && (chunk === null || isWithin(chunk.length))) {
        if (chunk !== null && chunk.length < CHUNKS.smallBytes && ++small > CHUNKS.smallFreeMax) pace.count();
        // False: the socket is not read before the next `_read`.
        return push.call(request, chunk, encoding) && waitMs() < PAUSE_MS_MIN;
      }
      if (!isEnded) end(request, response);
      isEnded = true;
      return false;
    };
    request._read = (size) => {
      const ms = waitMs();
      if (ms < PAUSE_MS_MIN) return read.call(request, size);
      if (isPaused) return;
      isPaused = true;
      setTimeout(() => {
        isPaused = false;
        read.call(request, size);
      }, ms).unref();
    };
    // Node drops what comes after a response without a push.
    response.once('finish', () => request.complete || request.socket.destroySoon());
  });
}

/** The pace of all bodies together: a second of small chunks may come at once. */
function createPace({ smallChunksPerSecondMax = CHUNKS.smallPerSecondMax }: Partial<ChunkLimits>) {
  let readByMs = 0;
  return {
    count() {
      readByMs = Math.max(readByMs, monotonicMs()) + 1000 / smallChunksPerSecondMax;
    },
    waitMs: () => readByMs - monotonicMs() - 1000,
  };
}

/** Whether one more chunk is within the limits. They concern rate and average: a slow body may have any number. */
function createAllowance({
  tinyChunksMax = CHUNKS.tinyMax,
  tinyChunksPerSecondMax = CHUNKS.tinyPerSecondMax,
}: Partial<ChunkLimits>): (bytes: number) => boolean {
  let tiny = 0;
  let sinceMs = monotonicMs();
  return (bytes) => {
    tiny = Math.max(0, tiny + 1 - bytes / CHUNKS.bytesMin);
    if (tiny <= tinyChunksMax) return true;
    const nowMs = monotonicMs();
    tiny = Math.max(0, tiny - ((nowMs - sinceMs) / 1000) * tinyChunksPerSecondMax);
    sinceMs = nowMs;
    return tiny <= tinyChunksMax;
  };
}

function end({ headers, socket }: IncomingMessage, response: ServerResponse): void {
  const message = `The body arrives in too many tiny chunks. Send chunks of ${CHUNKS.bytesMin} bytes or more.`;
  const error = invalid('body', message, 'validation.body_invalid');
  // Earlier responses of the connection come first.
  const isNext = response.socket === socket && !response.headersSent && socket.writable;
  endWith(socket, isNext ? responseOf('400 Bad Request', error, requestIdOf(headers['x-request-id'])) : undefined);
  stopParsing(socket);
}
