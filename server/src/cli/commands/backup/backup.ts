import { createBackup } from '../../../backup/create-backup.ts';
import { openLocation, parseAddress } from '../../../backup/location.ts';
import { knownKeys } from '../../../backup/secrets-keys.ts';
import type { Config } from '../../../config/config.ts';
import { passphraseFault } from '../../../lib/passphrase.ts';
import { secretsFileOf } from '../../../secrets/secrets-file.ts';
import { CommandError, defineCommand, UsageError } from '../../command.ts';
import { askPassphrase } from '../../passphrase.ts';
import { withStore } from '../../store.ts';
import { describeBackup } from './describe-backup.ts';

export const backUp = defineCommand({
  name: 'backup',
  summary: 'Back up the database and all stored files to a folder or a bucket; the service goes on meanwhile',
  takes: ['folder or s3://bucket/prefix'],
  example: 's3://backups/hubbub --with-secrets-key --keep 14',
  options: {
    'with-secrets-key': { about: 'Put the secrets key into it, encrypted by BACKUP_PASSPHRASE or one that you type' },
    'without-media': { about: 'Leave out the stored files, such as when their bucket has backups of its own' },
    keep: { value: 'N', about: 'Remove older backups of this installation from there, except the newest N' },
  },

  async run({ words: [word = ''], options, config }) {
    const keep = options.keep === undefined ? undefined : Number(options.keep);
    if (keep !== undefined && !(Number.isSafeInteger(keep) && keep > 0))
      throw new UsageError('--keep must be a whole number of backups, at least 1.');
    const { location: where, id } = parseAddress(word);
    if (id !== undefined)
      throw new CommandError(`${word} is a backup already. Name the location of all backups: ${where}`);
    const passphrase = options['with-secrets-key'] ? await passphraseFor(config) : undefined;
    const location = await openLocation(where, config, { isRead: false });
    try {
      const hasMedia = !options['without-media'];
      // A backup before an upgrade is one of the schema as it is.
      const work = { config, location, passphrase, hasMedia, keep };
      const { manifest, removed, damaged } = await withStore(
        config,
        ({ databaseUrl }) => createBackup({ ...work, databaseUrl }),
        { migrates: false },
      );
      const { missing, content_bytes } = manifest.files;
      const lines = [
        `Backup ${location.shownAs}/${manifest.id}`,
        describeBackup(manifest),
        ...(missing > 0
          ? [`${missing} stored files are missing: they were removed meanwhile or were lost before.`]
          : []),
        passphrase === undefined
          ? `The secrets key is not in it. Keep ${keyShown(config)} in another location: without it no account works after a restore.`
          : 'The secrets key is in it, encrypted. Keep the passphrase in another location.',
        ...damaged.map((other) => `${other} is damaged: verify it, and remove it when newer ones are whole.`),
        ...(removed.length > 0 ? [`Removed ${removed.join(', ')}`] : []),
      ];
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const json = {
        place: location.shownAs,
        id: manifest.id,
        snapshot_at: manifest.snapshot_at,
        rows,
        files: manifest.files.count,
        file_bytes: content_bytes,
        missing,
        has_secrets_key: manifest.secrets_key !== null,
        removed,
        damaged,
      };
      return { text: lines.join('\n'), json };
    } finally {
      location.close();
    }
  },
});

async function passphraseFor(config: Config): Promise<string> {
  if (knownKeys(config).length === 0) throw new CommandError('There is no secrets key yet.');
  const passphrase = config.backupPassphrase ?? (await askPassphrase('Passphrase of the backup'));
  const fault = passphraseFault(passphrase);
  if (fault !== undefined) throw new CommandError(fault);
  if (config.backupPassphrase !== undefined) return passphrase;
  if ((await askPassphrase('Once more')) !== passphrase) throw new CommandError('The two passphrases differ.');
  return passphrase;
}

function keyShown({ secretsKey, dataDir }: Config): string {
  return secretsKey === undefined ? secretsFileOf(dataDir) : 'SECRETS_KEY';
}
