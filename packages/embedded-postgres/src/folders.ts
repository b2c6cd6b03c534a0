import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chown, lchown, lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, EmbeddedPostgresError, reasonOf } from './errors.ts';
import { inaccessibleTo, isOwnUser, type RunAs } from './run-as.ts';

/** Creates the data folder if it is missing and returns its real path. Throws `unwritable`. */
export async function prepareDataDir(dataDir: string): Promise<string> {
  const absolute = path.resolve(dataDir);
  try {
    await mkdir(path.dirname(absolute), { recursive: true });
    await mkdir(absolute, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    const real = await realpath(absolute);
    await access(path.join(real, '.'), constants.R_OK | constants.W_OK | constants.X_OK);
    return real;
  } catch (error) {
    throw unwritable(absolute, error);
  }
}

export function unwritable(folder: string, cause: unknown): EmbeddedPostgresError {
  const words: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'read-only file system',
    ENOTDIR: 'not a folder',
    EEXIST: 'not a folder',
    ENOSPC: 'no space left',
  };
  const reason = words[codeOf(cause) ?? ''] ?? reasonOf(cause);
  return new EmbeddedPostgresError(
    'unwritable',
    `The data folder ${folder} cannot be written (${reason}); make it writable for this user or set DATA_DIR to another folder`,
    { cause },
  );
}

/** Gives the data folder to the user if that user cannot enter it. Folders above stay unchanged. */
export async function grantAccess(dataDir: string, runAs: RunAs): Promise<void> {
  if (isOwnUser(runAs) || inaccessibleTo(runAs, [dataDir])?.length === 0) return;
  await chown(dataDir, runAs.uid, runAs.gid);
}

/** Gives a folder and all its contents to the user. The folder itself comes last, so its owner proves completion. */
export async function changeOwner(runAs: RunAs, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(path.join(entry.parentPath, entry.name), runAs.uid, runAs.gid);
  }
  await chown(folder, runAs.uid, runAs.gid);
}

const unfinished = new Set<string>();
const leftoverAgeMaxMs = 10 * 60_000;

/**
 * Builds a folder under a temporary name and renames it, so that it exists completely or not at all. Among concurrent
 * builders the first one wins, and the others discard their work.
 */
export async function buildFolder(target: string, build: (temporary: string) => Promise<void>): Promise<void> {
  await removeLeftovers(target);
  const temporary = `${target}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  unfinished.add(temporary);
  try {
    await mkdir(temporary, { mode: 0o700 });
    await build(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    unfinished.delete(temporary);
  }
}

/** Removes folders that killed builders left. A process id may be in use again, so the age counts too. */
async function removeLeftovers(target: string): Promise<void> {
  const prefix = `${path.basename(target)}.new-`;
  for (const name of await readdir(path.dirname(target))) {
    const leftover = path.join(path.dirname(target), name);
    if (!name.startsWith(prefix) || unfinished.has(leftover)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    const age = Date.now() - (await lstat(leftover).then((entry) => entry.mtimeMs, Date.now));
    if (isAlive(pid) && pid !== process.pid && age < leftoverAgeMaxMs) continue;
    await rm(leftover, { recursive: true, force: true }).catch(() => {});
  }
}

/** Whether any process has this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
