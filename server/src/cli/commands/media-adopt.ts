import { openStorage } from '../../adapters/files/file-storage.ts';
import { type FileStorage, keyOf } from '../../core/files.ts';
import type { Runner } from '../../db/query.ts';
import * as locations from '../../startup/media-location.repository.ts';
import { identifiedLocation } from '../../startup/media-location.ts';
import { makeDataDir } from '../../startup/preflight.ts';
import { CommandError, defineCommand } from '../command.ts';
import { withStore } from '../store.ts';

const PAGE = 500;

export const adoptMedia = defineCommand({
  name: 'media adopt',
  summary: 'Make the configured folder or store the location of media, after it was moved or restored',
  example: '',
  options: { force: { about: 'Also when files are missing in it, or when a service still runs' } },

  async run({ options: { force }, config }) {
    return withStore(config, async ({ db, service, isServedElsewhere }) => {
      if (!force && (service !== undefined || isServedElsewhere))
        throw new CommandError('A service uses this database. Stop every process of it first, or add --force.');
      makeDataDir(config);
      const storage = await openStorage(config);
      const { items, missing } = await countMissing(db.system, storage).finally(() => storage.close());
      if (!force && missing > 0)
        throw new CommandError(
          `${missing} of ${items} media files are not there. Restore them first, or add --force: posts that need them will fail.`,
        );
      const location = await identifiedLocation(config);
      await locations.replace(db.system, location);
      const text = `The media of this database are in ${location.shownAs} now: ${items - missing} of ${items} files are there.`;
      return { text, json: { place: location.location, items, missing } };
    });
  },
});

async function countMissing(db: Runner, storage: FileStorage): Promise<{ items: number; missing: number }> {
  let items = 0;
  let missing = 0;
  let after = { tenantId: '', id: '' };
  for (;;) {
    const page = await locations.storedItems(db, after, PAGE);
    const found = await Promise.all(page.map((item) => storage.stat(keyOf(item))));
    items += page.length;
    missing += found.filter((file) => file === undefined).length;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return { items, missing };
    after = last;
  }
}
