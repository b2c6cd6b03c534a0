import { createHash } from 'node:crypto';

/** Chooses from lists by the bytes, always the same for the same bytes. */
export function chooserOf(...bytes: readonly (Buffer | string)[]) {
  const hash = createHash('sha256');
  for (const part of bytes) hash.update(part);
  const digest = hash.digest();
  let at = 0;
  return <T>(list: readonly T[]): T => list[(digest[at++ % digest.length] ?? 0) % list.length] as T;
}
