import { type Hashed, hashing } from '../lib/hashing.ts';
import { BackupError } from './backup-error.ts';

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
