import { IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { countTinyChunks } from '@hubbub/guarded-http';
import { invalid } from '../../core/errors.ts';
import { isArriving, requestIdOf } from '../request.ts';
import { CHUNKS } from './bounds.ts';
import { createSharedRate } from './shared-rate.ts';
import { stopParsing } from './stop-parsing.ts';
import { endWith, responseOf } from './unreadable.ts';

export interface ChunkLimits {
  readonly chunks: Partial<Record<keyof typeof CHUNKS, number>>;
}

/** Small chunks of so long a time may come at once. */
const AT_ONCE_MS = 1000;

/**
 * Ends a request whose body arrives in too many tiny chunks, also where no route reads it, and reads small ones of all bodies at
 * a pace. Node makes an object of each chunk and passes them on one by one; a read of 64 KiB may hold 10,000 of them.
 */
export function limitTinyChunks(server: Server, limits: Partial<ChunkLimits>): void {
  const bounds = { ...CHUNKS, ...limits.chunks };
  const rate = createSharedRate(bounds.smallPerSecondMax, AT_ONCE_MS);
  const { push, _read: read } = IncomingMessage.prototype;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isArriving(request)) return;
    const isWithin = countTinyChunks(bounds);
    const waitMs = () => (small > bounds.smallFreeMax ? rate.waitMs() : 0);
    let small = 0;
    let isEnded = false;
    let isPaused = false;
    request.push = (chunk: Buffer | null, encoding) => {
      if (!isEnded && (chunk === null || isWithin(chunk.length))) {
        if (chunk !== null && chunk.length < bounds.smallBytes && ++small > bounds.smallFreeMax) rate.count(1);
        // False: the socket is not read before the next `_read`.
        return push.call(request, chunk, encoding) && waitMs() === 0;
      }
      if (!isEnded) end(request, response);
      isEnded = true;
      return false;
    };
    request._read = (size) => {
      const ms = waitMs();
      if (ms === 0) return read.call(request, size);
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

function end({ headers, socket }: IncomingMessage, response: ServerResponse): void {
  const message = `The body arrives in too many tiny chunks. Send chunks of ${CHUNKS.bytesMin} bytes or more.`;
  const error = invalid('body', message, 'validation.body_invalid');
  // Earlier responses of the connection come first.
  const isNext = response.socket === socket && !response.headersSent && socket.writable;
  endWith(socket, isNext ? responseOf('400 Bad Request', error, requestIdOf(headers['x-request-id'])) : undefined);
  stopParsing(socket);
}
