import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a file that only this user may read, unless it exists. Processes that start together agree on one content,
 * because a link is made only once.
 */
export function createOnce(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = writeDraft(path, text);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Writes a synced file beside `path`, for this user only, and returns its path. */
export function writeDraft(path: string, text: string): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  return draft;
}
