import { existsSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { openDiskStorage } from '@hubbub/file-storage';
import { type Files, openBucket } from '../adapters/files/bucket.ts';
import type { Config } from '../config/config.ts';
import { parseBucketAddress } from '../lib/bucket-address.ts';
import { BackupError } from './backup-error.ts';

/** A folder, or a bucket with a prefix, that holds backups. Keys are below it. */
export interface Location extends Files {
  /** The operator's name for it. */
  readonly shownAs: string;
  /** Removes the folder of a backup whose files are gone. A bucket has no folders. */
  readonly removeFolder: (id: string) => Promise<void>;
}

export interface LocationAddress {
  /** A folder, or `s3://bucket/prefix`. */
  readonly location: string;
  /** One backup of it; undefined: the newest. */
  readonly id: string | undefined;
}

/** Remains of uploads are older than this when no process works on them any more. */
const REMAINS_MS = 24 * 3600_000;

const ID = /^\d{4}-\d\d-\d\dt\d\d-\d\d-\d\d-\d{3}z-[0-9a-f]{8}$/;

/** Whether the word is the id of a backup. */
export function isBackupId(word: string): boolean {
  return ID.test(word);
}

/** Splits `PLACE` or `PLACE/ID`. */
export function parseAddress(word: string): LocationAddress {
  const location = word.replace(/(?<=[^/])\/+$/, '');
  const cut = location.lastIndexOf('/');
  const last = location.slice(cut + 1);
  return cut > 0 && isBackupId(last) ? { location: location.slice(0, cut), id: last } : { location, id: undefined };
}

/** Opens a location. One that is only read must exist, and nothing is written to it. @throws BackupError, StorageError */
export async function openLocation(
  word: string,
  config: Config,
  { isRead }: { readonly isRead: boolean },
): Promise<Location> {
  const address = parseBucketAddress(word);
  if (address !== undefined)
    return { ...(await openBucket(address, config)), shownAs: word, removeFolder: async () => {} };
  if (word.startsWith('s3://'))
    throw new BackupError(
      `${word} is no location for backups: the prefix takes a-z, 0-9, "_", "." and "-", with "/" between.`,
    );
  // The slashes at the end of an address are cut off.
  if (/^(s3:\/*$|\w+:\/\/)/.test(word))
    throw new BackupError(`${word} is no location for backups: name a folder or s3://bucket/prefix.`);
  const folder = resolve(word);
  if (isInside(realPathOf(folder), realPathOf(config.dataDir)))
    throw new BackupError(
      `${folder} is inside DATA_DIR (${config.dataDir}). Keep backups outside of it, best on another disk.`,
    );
  if (isRead && !existsSync(folder)) throw new BackupError(`There is no folder ${folder}.`);
  const storage = await openDiskStorage(folder, { isReadOnly: isRead });
  if (!isRead) await storage.removeUnfinished(REMAINS_MS);
  const removeFolder = (id: string) => rm(join(folder, id), { recursive: true, force: true });
  return { ...storage, shownAs: folder, removeFolder };
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The path without symbolic links, also where its end does not exist yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}
