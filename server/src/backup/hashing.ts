import { createHash } from 'node:crypto';
import { BackupError } from './backup-error.ts';

export interface Hashed {
  readonly bytes: number;
  readonly sha256: string;
}

/** Passes a stream on and tells what has passed. */
export interface Hashing extends AsyncIterable<Uint8Array> {
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

/** The same stream, which fails at its end when it was not what is expected. @throws BackupError with the name */
export async function* expecting(
  source: AsyncIterable<Uint8Array>,
  expected: Hashed,
  name: string,
): AsyncGenerator<Uint8Array> {
  const hashed = hashing(source);
  yield* hashed;
  const { bytes, sha256 } = hashed.result();
  if (bytes !== expected.bytes) throw new BackupError(`${name} has ${bytes} bytes instead of ${expected.bytes}.`);
  if (sha256 !== expected.sha256) throw new BackupError(`${name} was changed: its hash does not fit.`);
}
