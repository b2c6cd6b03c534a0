import { join } from 'node:path';
import { openS3Storage, type Storage, StorageError } from '@hubbub/file-storage';
import type { Config } from '../../config/config.ts';
import type { BucketAddress } from '../../lib/bucket-address.ts';

/** Files under keys. */
export type Files = Pick<Storage, 'kind' | 'put' | 'stat' | 'read' | 'remove' | 'list' | 'close'>;

/** Opens a bucket of the store of backups; keys are below the prefix. @throws StorageError without settings of a store */
export async function openBucket({ bucket, prefix }: BucketAddress, config: Config): Promise<Files> {
  if (config.backupS3 === undefined)
    throw new StorageError(
      'forbidden',
      `s3://${bucket}/${prefix} needs the settings of an S3 store: BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY and, unless it is Amazon, BACKUP_S3_ENDPOINT; or S3_* when it is the store of the media.`,
    );
  const storage = await openS3Storage({ ...config.backupS3, bucket }, join(config.dataDir, 'backup-parts'));
  return {
    kind: storage.kind,
    close: storage.close,
    put: (key, source, options) => storage.put(prefix + key, source, options),
    stat: (key) => storage.stat(prefix + key),
    read: (key, range) => storage.read(prefix + key, range),
    remove: (key) => storage.remove(prefix + key),
    async *list(start, after) {
      const behind = after === undefined ? undefined : prefix + after;
      for await (const file of storage.list(prefix + start, behind))
        yield { ...file, key: file.key.slice(prefix.length) };
    },
  };
}
