import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../files/private-folder.ts';
import { journalPath } from '../world/journal-file.ts';
import { worldsFolder } from './world-folders.ts';

/**
 * Gives the data of a simulator that had no worlds to this world. The journal moves last, so that a kill in between loses
 * nothing. Without a world that can take them, they stay where they are.
 */
export function takeOver(dataDir: string, world: string | undefined, warn: (line: string) => void): void {
  const before = journalPath(dataDir);
  if (!existsSync(before)) return;
  const folder = join(worldsFolder(dataDir), world ?? '');
  if (world === undefined || existsSync(journalPath(folder))) {
    const reason = world === undefined ? 'FIRST_WORLD names the one that it becomes' : `${world} has a journal already`;
    warn(`${before} belongs to no world: ${reason}`);
    return;
  }
  makePrivateFolder(worldsFolder(dataDir));
  makePrivateFolder(folder);
  const files = join(dataDir, 'files');
  if (existsSync(files)) renameSync(files, join(folder, 'files'));
  renameSync(before, journalPath(folder));
}
