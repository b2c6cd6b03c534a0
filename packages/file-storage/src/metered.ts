import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { countPassedBytes } from './collect-garbage.ts';
import { quiet } from './files.ts';
import type { PutOptions } from './storage.ts';

/** The pieces of an upload on their way to the storage. */
export interface Metered extends AsyncIterable<Uint8Array> {
  /** How many bytes have passed so far. */
  readonly bytes: number;
  /** Whether the source, `onBytes` or the signal ended the upload. */
  readonly hasFailed: boolean;
}

/**
 * Counts the bytes that pass, awaits `onBytes` before each piece, and ends with the signal's reason when it is aborted.
 * An incoming request whose body is not read to its end stays open, because it still needs a response.
 */
export function metered(
  source: AsyncIterable<Uint8Array>,
  { onBytes, signal }: Pick<PutOptions, 'onBytes' | 'signal'>,
): Metered {
  let bytes = 0;
  let hasFailed = false;
  if (source instanceof Readable) quiet(source);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of signal === undefined ? opened(source) : untilAborted(source, signal)) {
        if (piece.byteLength === 0) continue;
        const allowed = onBytes?.(bytes + piece.byteLength);
        if (allowed !== undefined) await allowed;
        bytes += piece.byteLength;
        yield piece;
        countPassedBytes(piece.byteLength);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }
  return {
    [Symbol.asyncIterator]: pieces,
    get bytes() {
      return bytes;
    },
    get hasFailed() {
      return hasFailed;
    },
  };
}

function opened(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return source instanceof IncomingMessage ? source.iterator({ destroyOnReturn: false }) : source;
}

/** Ends even while the source stalls: a race of every piece with the signal. */
async function* untilAborted(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = opened(source)[Symbol.asyncIterator]();
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
      // Not awaited: a generator that waits for a piece returns only after that piece.
      iterator.return?.().catch(() => {});
    }
  }
}
