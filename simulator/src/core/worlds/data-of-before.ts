import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../files/private-folder.ts';
import { journalPath } from '../world/journal-file.ts';
import { worldsFolder } from './world-folders.ts';

/**
 * Gives the data of a simulator that had no worlds to this world, unless the world is there already. The journal moves
 * last, so that a kill in between loses nothing.
 */
export function takeOver(dataDir: string, world: string): void {
  const before = journalPath(dataDir);
  const folder = join(worldsFolder(dataDir), world);
  if (!existsSync(before) || existsSync(journalPath(folder))) return;
  makePrivateFolder(worldsFolder(dataDir));
  makePrivateFolder(folder);
  const files = join(dataDir, 'files');
  if (existsSync(files)) renameSync(files, join(folder, 'files'));
  renameSync(before, journalPath(folder));
}
