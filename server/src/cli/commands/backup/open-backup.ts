import { BackupError } from '../../../backup/backup-error.ts';
import { type Location, openLocation, parseAddress } from '../../../backup/location.ts';
import { listBackups, type Manifest, readManifest } from '../../../backup/manifest.ts';
import type { Config } from '../../../config/config.ts';

/** Works with the backup at `PLACE/ID`, or with the newest at `PLACE`. @throws BackupError when there is none */
export async function withBackup<T>(
  word: string,
  config: Config,
  work: (location: Location, manifest: Manifest) => Promise<T>,
): Promise<T> {
  const { location: where, id } = parseAddress(word);
  const location = await openLocation(where, config, { isRead: true });
  try {
    const newest = id ?? (await listBackups(location)).complete.at(-1);
    if (newest === undefined) throw new BackupError(`There are no backups in ${location.shownAs}.`);
    return await work(location, await readManifest(location, newest));
  } finally {
    location.close();
  }
}
