import { BackupError } from '../../../backup/backup-error.ts';
import { listBackups, type Manifest, readManifest } from '../../../backup/manifest.ts';
import { openPlace, type Place, parseAddress } from '../../../backup/place.ts';
import type { Config } from '../../../config/config.ts';

/** Works with the backup at `PLACE/ID`, or with the newest at `PLACE`. @throws BackupError when there is none */
export async function withBackup<T>(
  word: string,
  config: Config,
  work: (place: Place, manifest: Manifest) => Promise<T>,
): Promise<T> {
  const { place: where, id } = parseAddress(word);
  const place = await openPlace(where, config, { isRead: true });
  try {
    const newest = id ?? (await listBackups(place)).complete.at(-1);
    if (newest === undefined) throw new BackupError(`There are no backups in ${place.shownAs}.`);
    return await work(place, await readManifest(place, newest));
  } finally {
    place.close();
  }
}
