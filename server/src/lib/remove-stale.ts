import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes files and folders that nobody has changed for so long: those who worked on them have died. */
export async function removeStale(folder: string, ageMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const entry = await stat(path).catch(() => undefined);
    if (entry !== undefined && Date.now() - entry.mtimeMs > ageMs) await rm(path, { recursive: true, force: true });
  }
}
