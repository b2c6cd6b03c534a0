import type { Readable } from 'node:stream';
import { ApiError } from '../../core/errors.ts';
import { CALLBACK } from '../limits/bounds.ts';

const RETRY_SECONDS = 5;

/**
 * Reads bodies of senders that nobody knows yet, within bounds for each and for all at once. Throws 413, and 503 while
 * the others take all the room; platforms send a callback again.
 */
export function createBodyReader(): (payload: Readable) => Promise<Buffer> {
  let held = 0;
  return async (payload) => {
    const pieces: Buffer[] = [];
    let own = 0;
    try {
      // The rest of a refused body is dropped later, so its connection can still be answered.
      for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        own += piece.length;
        held += piece.length;
        if (own > CALLBACK.bytesMax)
          throw new ApiError('payload_too_large', 'The callback is larger than 4 MiB.', { max: CALLBACK.bytesMax });
        if (held > CALLBACK.bytesAtOnceMax)
          throw new ApiError('unavailable', 'Too many callbacks arrive right now. Send it again in a moment.', {
            retry_after: RETRY_SECONDS,
          });
        pieces.push(piece);
      }
      return Buffer.concat(pieces);
    } finally {
      held -= own;
    }
  };
}
