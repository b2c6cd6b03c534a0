import { countScratch } from '../../../backup/scratch-database.ts';
import { keysOfFile, knownKeys } from '../../../backup/secrets-keys.ts';
import { verifyBackup } from '../../../backup/verify-backup.ts';
import { defineCommand } from '../../command.ts';
import { describeBackup } from './describe-backup.ts';
import { withBackup } from './open-backup.ts';

export const verify = defineCommand({
  name: 'backup verify',
  summary: 'Read a whole backup and compare it with what was written; the newest, unless one is named',
  takes: ['location or backup'],
  example: '/var/backups/hubbub --deep',
  options: {
    deep: { about: 'Also load it into a database of its own, which is thrown away' },
    'secrets-key-from': { value: 'FILE', about: 'Also check that this copy of secrets.key belongs to it' },
  },

  async run({ words: [word = ''], options, config }) {
    return withBackup(word, config, async (location, manifest) => {
      const file = options['secrets-key-from'];
      const keys = file === undefined ? knownKeys(config) : keysOfFile(file);
      const faults = await verifyBackup(location, manifest, { passphrase: config.backupPassphrase, keys });
      if (options.deep && faults.length === 0) faults.push(...(await countScratch(location, manifest)));
      const isWhole = faults.length === 0;
      const head = `${location.shownAs}/${manifest.id} ${isWhole ? 'is whole' : 'is damaged'}: ${describeBackup(manifest)}`;
      const isKeyUnchecked =
        keys.length === 0 && (manifest.secrets_key === null || config.backupPassphrase === undefined);
      const notes = isKeyUnchecked
        ? ['The secrets key was not checked: add --secrets-key-from FILE or set BACKUP_PASSPHRASE.']
        : [];
      return {
        text: [head, ...faults, ...notes].join('\n'),
        json: { id: manifest.id, is_whole: isWhole, faults, is_secrets_key_checked: !isKeyUnchecked },
        exitCode: isWhole ? 0 : 1,
      };
    });
  },
});
