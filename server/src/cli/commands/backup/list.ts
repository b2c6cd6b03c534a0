import { BackupError } from '../../../backup/backup-error.ts';
import { openLocation, parseAddress } from '../../../backup/location.ts';
import { listBackups, readManifest } from '../../../backup/manifest.ts';
import { defineCommand } from '../../command.ts';
import { describeBackup } from './describe-backup.ts';

export const listAllBackups = defineCommand({
  name: 'backup list',
  summary: 'List the backups of a folder or a bucket, the oldest first',
  takes: ['folder or s3://bucket/prefix'],
  example: '/var/backups/hubbub',
  options: {},

  async run({ words: [word = ''], config }) {
    const location = await openLocation(parseAddress(word).location, config, { isRead: true });
    try {
      const { complete, unfinished } = await listBackups(location);
      const backups = [];
      for (const id of complete) {
        const manifest = await readManifest(location, id).catch((error) => {
          if (error instanceof BackupError) return error;
          throw error;
        });
        backups.push(
          manifest instanceof BackupError
            ? { id, fault: manifest.message, text: manifest.message }
            : { id, snapshot_at: manifest.snapshot_at, version: manifest.version, text: describeBackup(manifest) },
        );
      }
      const lines = [
        ...backups.map(({ id, text }) => `${id}  ${text}`),
        ...unfinished.map((id) => `${id}  did not end; the next backup removes it`),
      ];
      const json = [
        ...backups.map(({ text: _, ...backup }) => ({ ...backup, is_complete: true })),
        ...unfinished.map((id) => ({ id, is_complete: false })),
      ];
      return { text: lines.join('\n') || `There are no backups in ${location.shownAs}.`, json };
    } finally {
      location.close();
    }
  },
});
