import { withIntentLocation } from '../../../adapters/intents/intent-location.ts';
import { asOwner } from '../../../db/inspect.ts';
import { beginEpoch } from '../../../suspensions/index.ts';
import { CommandError, defineCommand } from '../../command.ts';
import { withStore } from '../../store.ts';
import { journalLine } from './journal-line.ts';
import { journalLocation } from './journal-location.ts';
import { pastTime } from './past-time.ts';

export const beginRestore = defineCommand({
  name: 'restore begin',
  summary: 'Hold every workspace after the database was put back to an earlier time by other means',
  example: '--since 2026-01-31T02:00:00Z',
  options: {
    since: {
      about: 'The time that the database was put back to, such as 2026-01-31T02:00:00Z',
      value: 'TIME',
      isRequired: true,
    },
    intents: { about: 'Where the journal of intents survived; default: INTENT_JOURNAL', value: 'PLACE' },
  },

  async run({ config, options }) {
    const since = pastTime('since', options.since);
    const where = journalLocation(options.intents, config);
    return withStore(config, async ({ databaseUrl, service, isServedElsewhere }) => {
      if (service !== undefined || isServedElsewhere)
        throw new CommandError('A service runs on this database. Stop it first: it may be publishing.');
      const journal = await withIntentLocation(where, config, (location) =>
        asOwner(databaseUrl, (client) => beginEpoch(client, { since, journal: { location } })),
      );
      const lines = [
        'Every workspace is suspended: nothing is published or delivered.',
        journalLine(journal),
        'Start the service: it looks up what was sent since then. Then read: npm run hubbub -- restore report',
      ];
      return { text: lines.join('\n'), json: { since: since.toISOString(), journal } };
    });
  },
});
