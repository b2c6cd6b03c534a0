import { mkdir } from 'node:fs/promises';
import { asStorageErrors } from './files.ts';
import type { S3Options } from './s3-client.ts';
import type { Storage } from './storage.ts';

export { collectGarbage, countPassedBytes } from './collect-garbage.ts';
export { contentDisposition } from './content-disposition.ts';
export { openDiskStorage } from './disk.ts';
export type { S3Options } from './s3-client.ts';
export { type ByteRange, isKey, type ListedFile, type Storage, StorageError, type StorageFault } from './storage.ts';

/**
 * Opens a bucket of an S3-compatible store. `folder` on this machine holds parts of uploads under way and must have no
 * other use. Nothing is sent to the store yet; `check` does that. The client is loaded only here, because it takes memory.
 */
export async function openS3Storage(options: S3Options, folder: string): Promise<Storage> {
  await asStorageErrors(folder, mkdir(folder, { recursive: true, mode: 0o700 }));
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(options, folder);
}
