import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A folder that is removed at the end of the run, even after a failure. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `hubbub-bench-${purpose}-`));
  made.push(folder);
  return folder;
}

process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});
