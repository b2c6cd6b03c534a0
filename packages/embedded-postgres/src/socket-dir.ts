import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { codeOf, EmbeddedPostgresError } from './errors.ts';
import { inaccessibleTo, isOwnUser, type RunAs } from './run-as.ts';

export const port = 5432;
/** Short, because macOS has long temporary folders. */
export const socketDirPrefix = 'postgres-';

/** Unix socket paths end at 103 bytes on macOS and 107 on Linux. */
const socketDirMaxBytes = 103 - `/.s.PGSQL.${port}`.length;

/**
 * Makes the private folder of the socket. It lies below the temporary folder, because socket paths must be short. Its
 * name holds the uid and a hash of the data folder. A folder of that name that another user owns is never used.
 */
export async function makeSocketDir(dataDir: string, runAs: RunAs): Promise<string> {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 10);
  const name = `${socketDirPrefix}${runAs.uid}-${hash}`;
  for (const base of [os.tmpdir(), '/tmp', dataDir]) {
    const folder = path.join(base, name);
    if (Buffer.byteLength(`${folder}-XXXXXX`) > socketDirMaxBytes) continue;
    if (!isOwnUser(runAs) && inaccessibleTo(runAs, [base])?.length !== 0) continue;
    try {
      if (await claim(folder, runAs, [runAs.uid])) return folder;
      const other = await mkdtemp(`${folder}-`);
      await claim(other, runAs);
      return other;
    } catch {
      // This folder is missing or closed to us: the next one is tried.
    }
  }
  throw new EmbeddedPostgresError(
    'failed',
    `No folder for the database's socket can be made in ${os.tmpdir()} or /tmp`,
  );
}

/** Prepares the earlier folder again: it may have been cleaned away, or root may run as another user now. */
export async function reuseSocketDir(folder: string, runAs: RunAs): Promise<string> {
  if (await claim(folder, runAs)) return folder;
  throw new EmbeddedPostgresError('failed', `${folder} is not a folder any more; remove it and start again`);
}

/** Makes the folder private to the user that PostgreSQL runs as. False when it belongs to none of `owners`. */
async function claim(folder: string, runAs: RunAs, owners?: readonly number[]): Promise<boolean> {
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
      return false;
    },
  );
  const entry = await lstat(folder);
  if (!entry.isDirectory() || (!made && owners !== undefined && !owners.includes(entry.uid))) return false;
  if (entry.uid !== runAs.uid && process.getuid?.() === 0) await chown(folder, runAs.uid, runAs.gid);
  await chmod(folder, 0o700);
  return true;
}
