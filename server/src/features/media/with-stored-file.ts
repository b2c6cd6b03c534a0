import { buffer } from 'node:stream/consumers';
import { type FileSource, withFile } from '@hubbub/media-info';
import type { FileStorage } from '../../core/files.ts';

/** Gives `work` random access to a stored file, on this machine's disk or by ranges of the store. */
export function withStoredFile<T>(
  storage: FileStorage,
  key: string,
  bytes: number,
  work: (source: FileSource) => Promise<T>,
): Promise<T> {
  if (storage.localPath !== undefined) return withFile(storage.localPath(key), work);
  return work({ bytes, read: async (start, end) => buffer(await storage.read(key, { start, end })) });
}
