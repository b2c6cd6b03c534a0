import { buffer } from 'node:stream/consumers';
import type { FileStorage } from '../../core/files.ts';
import { type FileSource, withFile } from '../../lib/media-files/index.ts';

/** Works on a stored file where it lies: on this machine's disk, or by ranges of the store. */
export function withStored<T>(
  storage: FileStorage,
  key: string,
  bytes: number,
  work: (source: FileSource) => Promise<T>,
): Promise<T> {
  if (storage.localPath !== undefined) return withFile(storage.localPath(key), work);
  return work({ bytes, read: async (start, end) => buffer(await storage.read(key, { start, end })) });
}
