import { collectGarbage } from './collect-garbage.ts';

const TIDY_BYTES = 8 * 1024 * 1024;
/** What is left of a piece without its memory is small, but grows old if nobody looks. */
const REST_SHARE = 1 / 4;

let passed = 0;

/**
 * Told of bytes that pass through on their way elsewhere. Left to itself V8 lets their buffers pile up until it goes
 * through its whole heap, which costs more than the passing: half the CPU of an upload, and 100 MiB. Looking through the
 * newest objects, where the buffers are, takes a millisecond.
 */
export function bytesPassed(bytes: number): void {
  passed += bytes;
  if (passed < TIDY_BYTES) return;
  passed = 0;
  collectGarbage({ type: 'minor' });
}

/** Told of a piece that has passed. When nobody else uses it, its memory is given back: it may be empty afterwards. */
export function piecePassed(piece: Uint8Array, isOurs = false): void {
  const { buffer, byteLength } = piece;
  const isFreed = isOurs && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isFreed) buffer.transfer(0);
  bytesPassed(isFreed ? byteLength * REST_SHARE : byteLength);
}
