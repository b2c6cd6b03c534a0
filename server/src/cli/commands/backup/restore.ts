import { checkRestore, restoreBackup, sinceOf } from '../../../backup/restore-backup.ts';
import { keysOfFile } from '../../../backup/secrets-keys.ts';
import { CommandError, defineCommand } from '../../command.ts';
import { withStore } from '../../store.ts';
import { journalLine } from '../restore/journal-line.ts';
import { journalLocation } from '../restore/journal-location.ts';
import { pastTime } from '../restore/past-time.ts';
import { describeBackup } from './describe-backup.ts';
import { withBackup } from './open-backup.ts';

const SHOWN_MAX = 20;

export const restore = defineCommand({
  name: 'restore',
  summary: 'Restore a backup into an empty database; nothing is published afterwards until you resume it',
  takes: ['location or backup'],
  example: '/var/backups/hubbub --secrets-key-from /root/secrets.key',
  options: {
    'secrets-key-from': { value: 'FILE', about: 'The copy of secrets.key that was kept apart from the backup' },
    intents: { value: 'PLACE', about: 'Where the journal of intents survived; default: INTENT_JOURNAL' },
    since: {
      value: 'TIME',
      about: 'When the backup was made by the right clock, where that of its installation was ahead',
    },
    replace: { about: 'Also when the database has workspaces: everything in it is lost' },
  },

  async run({ words: [word = ''], options, config }) {
    return withBackup(word, config, async (location, manifest) => {
      const file = options['secrets-key-from'];
      const plan = {
        config,
        location,
        manifest,
        keys: file === undefined ? [] : keysOfFile(file),
        passphrase: config.backupPassphrase,
        replaces: options.replace,
        since: options.since === undefined ? undefined : pastTime('since', options.since),
        intents: journalLocation(options.intents, config),
      };
      const keys = await checkRestore(plan);
      const work = async (store: Parameters<Parameters<typeof withStore>[1]>[0]) => {
        if (store.service !== undefined || store.isServedElsewhere)
          throw new CommandError('A service uses this database. Stop every process of it first.');
        return restoreBackup(plan, keys, store);
      };
      const { files, world_files, missing, journal } = await withStore(config, work, { migrates: false });
      const lines = [
        `Restored ${location.shownAs}/${manifest.id}: ${describeBackup(manifest)}`,
        manifest.has_media
          ? `${files} files of customers are in their location.`
          : 'The backup has no media: bring them back by yourself.',
        ...(world_files > 0 ? [`${world_files} files of the simulator's worlds are in their location.`] : []),
        ...(missing.length > 0 ? [`${missing.length} stored files are missing; posts that need them will fail:`] : []),
        ...missing.slice(0, SHOWN_MAX).map((key) => `  ${key}`),
        ...(missing.length > SHOWN_MAX ? [`  and ${missing.length - SHOWN_MAX} more (--json names all)`] : []),
        'Every workspace is suspended: nothing is published or delivered.',
        journalLine(journal),
        'Start the service: it looks up what was sent since then. Then read: npm run hubbub -- restore report',
      ];
      const json = { id: manifest.id, since: sinceOf(plan).toISOString(), files, world_files, missing, journal };
      return { text: lines.join('\n'), json };
    });
  },
});
