import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { openDiskStorage, openS3Storage, StorageError } from '../../lib/storage/index.ts';
import { areFilesReachable } from '../../open-files.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** Whether media files can be put where the settings say; leaves nothing there. */
export async function checkStorage(config: Config): Promise<Finding> {
  const { dataDir, s3 } = config;
  const reach = areFilesReachable(config) ? '' : '; live platforms that load files themselves need PUBLIC_URL';
  const folder = join(dataDir, 'media');
  const place = s3 === undefined ? folder : `bucket ${s3.bucket} at ${s3.endpoint ?? `Amazon S3 in ${s3.region}`}`;
  if (s3 === undefined && !existsSync(folder)) return ok('media', `${folder} (made by the first start)${reach}`);
  try {
    const storage = s3 === undefined ? await openDiskStorage(folder) : await openS3Storage(s3, tmpdir());
    await storage.check();
    storage.close();
    return ok('media', `${place} takes files${reach}`);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return wrong('media', error.message.replace(/\.$/, ''), REMEDIES[error.fault]);
  }
}

const REMEDIES: Readonly<Record<StorageError['fault'], string>> = {
  full: 'Make room: no upload is taken until then.',
  forbidden: 'Correct the setting or the rights: no upload is taken until then.',
  missing: 'Correct the setting: no upload is taken until then.',
  unavailable: 'Correct the setting, or wait until it answers again.',
};
