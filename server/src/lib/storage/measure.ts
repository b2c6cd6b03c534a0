import { Readable } from 'node:stream';
import { bytesPassed } from '../passing-bytes.ts';
import type { PutOptions, Stored } from './storage.ts';

/** Pieces of an upload on their way into a store, and what they were when all have passed. */
export interface Measured {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Only true after the last piece. */
  readonly result: () => Stored;
}

/** Counts what passes, asks `onBytes` before it does, and stops at once when it is aborted. */
export function measure(source: AsyncIterable<Uint8Array>, { onBytes, signal }: PutOptions): Measured {
  let bytes = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of untilAborted(source, signal)) {
      if (piece.byteLength === 0) continue;
      const allowed = onBytes?.(bytes + piece.byteLength);
      if (allowed !== undefined) await allowed;
      bytes += piece.byteLength;
      yield piece;
      bytesPassed(piece.byteLength);
    }
  }
  return { pieces: pieces(), result: () => ({ bytes }) };
}

/** A source that has stalled would otherwise be waited for for ever. */
async function* untilAborted(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if (signal === undefined) {
    yield* source;
    return;
  }
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

/** Pieces together until they are `bytes` or more. */
export async function* inBatches(pieces: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array[]> {
  let batch: Uint8Array[] = [];
  let have = 0;
  for await (const piece of pieces) {
    batch.push(piece);
    have += piece.byteLength;
    if (have < bytes) continue;
    yield batch;
    batch = [];
    have = 0;
  }
  if (batch.length > 0) yield batch;
}
