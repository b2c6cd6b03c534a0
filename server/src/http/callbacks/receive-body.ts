import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../core/errors.ts';
import { CALLBACK } from '../limits/bounds.ts';
import { type Bound, createCounts } from '../limits/counts.ts';
import { createWindows } from '../limits/windows.ts';

const WORLDS_MAX = 10_000;
/** The memory of a chunk, however small it is. */
const CHUNK_BYTES_MIN = 512;

/** Reads the body of a callback for a world; null: for a live app. */
export type ReadBody = (payload: IncomingMessage, world: string | null) => Promise<Buffer>;

/**
 * Reads bodies of unauthenticated senders, within bounds for each and for all at once. A world has bounds of its own,
 * and all worlds together leave room for live callbacks. Throws 413, 429 and 503; platforms send a callback again.
 */
export function createBodyReader(): ReadBody {
  const held = createCounts();
  const minutes = createWindows({ milliseconds: 60_000, namesMax: WORLDS_MAX });

  function assertRoom(more: number, own: number, world: string | null): void {
    if (own + more > CALLBACK.bytesMax)
      throw new ApiError('payload_too_large', 'The callback is larger than 4 MiB.', { max: CALLBACK.bytesMax });
    if (held.exceeded(boundsOf(world), more) !== undefined)
      throw new ApiError('unavailable', 'Too many callbacks arrive right now. Send it again in a moment.', {
        retry_after: CALLBACK.retrySeconds,
      });
    if (world === null) return;
    const { count, secondsLeft } = minutes.read(world);
    const max = CALLBACK.bytesPerMinuteOfWorldMax;
    if (count + more > max)
      throw new ApiError('too_many_requests', 'More than 64 MiB of callbacks came for this world within a minute.', {
        max,
        retry_after: secondsLeft,
      });
  }

  return async (payload, world) => {
    // Nothing is held for a length that is only announced.
    assertRoom(Number(payload.headers['content-length'] ?? 0), 0, world);
    const pieces: Buffer[] = [];
    let own = 0;
    let heldBytes = 0;
    try {
      // The rest of a rejected body is dropped later, so its connection can still be answered.
      for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        assertRoom(piece.length, own, world);
        own += piece.length;
        const cost = Math.max(piece.length, CHUNK_BYTES_MIN);
        heldBytes += cost;
        held.add(boundsOf(world), cost);
        if (world !== null) minutes.count(world, piece.length);
        pieces.push(piece);
      }
      return Buffer.concat(pieces);
    } finally {
      held.add(boundsOf(world), -heldBytes);
    }
  };
}

/** Bounds of the bytes that are held at once. */
function boundsOf(world: string | null): readonly Bound[] {
  const all = { name: 'all', max: CALLBACK.bytesAtOnceMax };
  if (world === null) return [all];
  const worlds = { name: 'worlds', max: CALLBACK.bytesAtOnceOfWorldsMax };
  return [all, worlds, { name: world, max: CALLBACK.bytesAtOnceOfWorldMax }];
}
