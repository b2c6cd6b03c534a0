import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { piecePassed } from '../passing-bytes.ts';
import type { PutOptions, Stored } from './storage.ts';

/** Pieces of an upload on their way into a store, and what they were when all have passed. */
export interface Measured {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Only true after the last piece. */
  readonly result: () => Stored;
}

/** Counts what passes, asks `onBytes` before it does, and stops at once when it is aborted. */
export function measure(source: AsyncIterable<Uint8Array>, { onBytes, signal, ownsPieces }: PutOptions): Measured {
  let bytes = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of untilAborted(source, signal)) {
      if (piece.byteLength === 0) continue;
      const allowed = onBytes?.(bytes + piece.byteLength);
      if (allowed !== undefined) await allowed;
      bytes += piece.byteLength;
      yield piece;
      piecePassed(piece, ownsPieces);
    }
  }
  return { pieces: pieces(), result: () => ({ bytes }) };
}

/** The source, which ends with the reason of the signal even when it has stalled. */
export function untilAborted(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  if (signal !== undefined) return abortable(source, signal);
  // Who sends a request that is not taken is still to be answered.
  return source instanceof IncomingMessage ? source.iterator({ destroyOnReturn: false }) : source;
}

async function* abortable(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => {});
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  let isDone = false;
  try {
    signal.throwIfAborted();
    while (true) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done === true) break;
      yield next.value;
    }
    isDone = true;
  } finally {
    signal.removeEventListener('abort', abort);
    if (!isDone) {
      if (source instanceof Readable) source.destroy();
      // Not awaited: behind a piece that never comes it never ends.
      iterator.return?.().catch(() => {});
    }
  }
}
