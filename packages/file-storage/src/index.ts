import { mkdir } from 'node:fs/promises';
import { clearly } from './files.ts';
import type { S3Options } from './s3-client.ts';
import type { Storage } from './storage.ts';

export { contentDisposition } from './content-disposition.ts';
export { openDiskStorage } from './disk.ts';
export type { S3Options } from './s3-client.ts';
export { type ByteRange, type ListedFile, type Storage, StorageError, type StorageFault } from './storage.ts';

/**
 * A bucket in any store that speaks S3. `folder` of this machine, which nothing else uses, holds parts of uploads on
 * their way. Nothing is asked of the store yet: `check` does. The client is loaded only here, because it takes memory.
 */
export async function openS3Storage(options: S3Options, folder: string): Promise<Storage> {
  await clearly(folder, mkdir(folder, { recursive: true, mode: 0o700 }));
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(options, folder);
}
