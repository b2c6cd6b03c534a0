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
}

/**
 * Ends a request whose body arrives in too many tiny chunks, whoever reads it. Node makes an object of each chunk and
 * passes them on one by one; a read of 64 KiB may hold 10,000 of them.
 */
export function limitTinyChunks(server: Server, limits: Partial<ChunkLimits>): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isArriving(request)) return;
    const isWithin = createAllowance(limits);
    let isEnded = false;
    request.push = (chunk: Buffer | null, encoding) => {
      if (!isEnded && (chunk === null || isWithin(chunk.length)))
        return IncomingMessage.prototype.push.call(request, chunk, encoding);
      if (!isEnded) end(request, response);
      isEnded = true;
      return false;
    };
    // Node drops what comes after a response without a push.
    response.once('finish', () => request.complete || request.socket.destroySoon());
  });
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
