import { join } from 'node:path';
import type { Config } from './config/config.ts';
import { openDiskStorage, openS3Storage, type Storage } from './lib/storage/index.ts';

/** Where the media files of this installation lie: in the data folder, or in the bucket of the settings. */
export async function openMediaStorage({ dataDir, s3 }: Config): Promise<Storage> {
  if (s3 === undefined) return openDiskStorage(join(dataDir, 'media'));
  return openS3Storage(s3, join(dataDir, 'media-parts'));
}
