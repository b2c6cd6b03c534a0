import { join } from 'node:path';
import { journalFaultOf, journalPath } from '../world/journal-file.ts';
import { worldsFolder, worldsIn } from './world-folders.ts';

/** Why worlds of the folder cannot be used, one sentence after the other; undefined when all can. Changes nothing. */
export async function journalFault(dataDir: string): Promise<string | undefined> {
  const worlds = worldsIn(dataDir).map((id) => join(worldsFolder(dataDir), id));
  const faults: string[] = [];
  for (const folder of [dataDir, ...worlds]) {
    const fault = await journalFaultOf(journalPath(folder));
    if (fault !== undefined) faults.push(fault);
  }
  return faults.length === 0 ? undefined : faults.join(' ');
}
