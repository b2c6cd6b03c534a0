import { join } from 'node:path';
import { journalFaultOf, journalPath } from '../world/journal-file.ts';
import { worldsFolder, worldsIn } from './world-folders.ts';

/** Why worlds of the folder cannot be used, one sentence after the other; undefined when all can. Changes nothing. */
export function journalFault(dataDir: string): string | undefined {
  const worlds = worldsIn(dataDir).map((id) => join(worldsFolder(dataDir), id));
  const faults = [dataDir, ...worlds].flatMap((folder) => journalFaultOf(journalPath(folder)) ?? []);
  return faults.length === 0 ? undefined : faults.join(' ');
}
