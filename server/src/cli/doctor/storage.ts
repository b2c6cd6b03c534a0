import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskStorage, openS3Storage, StorageError } from '@hubbub/file-storage';
import { areFilesReachable } from '../../adapters/files/file-storage.ts';
import type { Config } from '../../config/config.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** Whether the configured storage takes media files. Leaves no file behind. */
export async function checkStorage(config: Config): Promise<Finding> {
  const { dataDir, s3 } = config;
  const reach = areFilesReachable(config) ? '' : '; live platforms that fetch files themselves need PUBLIC_URL';
  const folder = join(dataDir, 'media');
  const storageName =
    s3 === undefined ? folder : `bucket ${s3.bucket} at ${s3.endpoint ?? `Amazon S3 in ${s3.region}`}`;
  if (s3 === undefined && !existsSync(folder)) return ok('media', `${folder} (made by the first start)${reach}`);
  try {
    const storage = s3 === undefined ? await openDiskStorage(folder) : await openS3Storage(s3, tmpdir());
    await storage.check();
    storage.close();
    return ok('media', `${storageName} takes files${reach}`);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return wrong('media', error.message.replace(/\.$/, ''), REMEDIES[error.fault]);
  }
}

const REMEDIES: Readonly<Record<StorageError['fault'], string>> = {
  full: 'Free space: until then uploads fail.',
  forbidden: 'Correct the setting or the rights: until then uploads fail.',
  missing: 'Correct the setting: until then uploads fail.',
  unavailable: 'Correct the setting, or wait until the storage responds again.',
};
