import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The migrations of the commit before the baseline, by their names. */
export function earlierMigrations(): Readonly<Record<string, string>> {
  const packed = readFileSync(join(import.meta.dirname, 'migrations-before-baseline.json.gz'));
  return JSON.parse(gunzipSync(packed).toString());
}

/** Writes them into a folder and returns their names, in order. */
export function writeEarlierMigrations(folder: string): string[] {
  const files = Object.entries(earlierMigrations());
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  return files.map(([name]) => name);
}
