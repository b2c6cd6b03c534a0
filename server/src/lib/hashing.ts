import { createHash } from 'node:crypto';

export interface Hashed {
  readonly bytes: number;
  readonly sha256: string;
}

/** Passes a stream on and tells what has passed. */
interface Hashing extends AsyncIterable<Uint8Array> {
  /** Once the stream has ended. */
  readonly result: () => Hashed;
}

export function hashing(source: AsyncIterable<Uint8Array>): Hashing {
  const hash = createHash('sha256');
  let bytes = 0;
  let result: Hashed | undefined;
  return {
    async *[Symbol.asyncIterator]() {
      for await (const piece of source) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    result: () => {
      result ??= { bytes, sha256: hash.digest('hex') };
      return result;
    },
  };
}

/** Reads a stream to its end. */
export async function hashOfStream(source: AsyncIterable<Uint8Array>): Promise<Hashed> {
  const hashed = hashing(source);
  for await (const _ of hashed);
  return hashed.result();
}
