import { type Stats, writev } from 'node:fs';
import { type FileHandle, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isKey, type ListedFile, StorageError, type StorageFault } from './storage.ts';

const FAULTS: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EROFS: 'forbidden',
  ENOTDIR: 'forbidden',
  EEXIST: 'forbidden',
};

/** Makes what the file system says a StorageError. */
export async function clearly<T>(folder: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toStorageError(folder, error as Error);
  }
}

/** Errors that are none of the file system stay. */
export function toStorageError(folder: string, error: NodeJS.ErrnoException): Error {
  const { code } = error;
  if (error instanceof StorageError || code === undefined) return error;
  const fault = FAULTS[code] ?? 'unavailable';
  if (fault === 'full')
    return new StorageError(fault, `No room is left for files (${code}): make room on the disk of ${folder}.`, error);
  if (fault === 'forbidden')
    return new StorageError(fault, `${folder} cannot be used (${code}): give this user rights to it.`, error);
  return new StorageError(fault, `The disk of ${folder} fails (${code}).`, error);
}

export function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

export async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Writes the whole batch from `position` on; a call of the system may take a part only. */
export function writeBatch(
  file: FileHandle,
  batch: readonly Uint8Array[],
  position: number,
  done: (error: NodeJS.ErrnoException | null) => void,
): void {
  writev(file.fd, batch, position, (error, written) => {
    if (error !== null || written === bytesOf(batch)) done(error);
    else writeBatch(file, [Buffer.concat(batch).subarray(written)], position + written, done);
  });
}

export const writeAll: (file: FileHandle, batch: readonly Uint8Array[], position: number) => Promise<void> =
  promisify(writeBatch);

export function bytesOf(batch: readonly Uint8Array[]): number {
  return batch.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** New and changed names of a folder are on disk after this only. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Gives the number of files that were removed. */
export async function removeOlder(folder: string, olderThanMs: number): Promise<number> {
  let removed = 0;
  for await (const { name } of await opendir(folder)) {
    const path = join(folder, name);
    const found = await statOf(path);
    if (found === undefined || Date.now() - found.mtimeMs < olderThanMs) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}

/** Every file below a folder whose key begins with the prefix, read as it goes. */
export async function* listFolder(folder: string, prefix: string): AsyncGenerator<ListedFile> {
  const cut = prefix.lastIndexOf('/') + 1;
  yield* listBelow(folder, prefix.slice(0, cut), prefix.slice(cut));
}

async function* listBelow(folder: string, above: string, beginning: string): AsyncGenerator<ListedFile> {
  const names = await clearly(
    folder,
    opendir(join(folder, above)).catch((error) => {
      if (!isAbsent(error)) throw error;
    }),
  );
  if (names === undefined) return;
  for await (const entry of names) {
    const key = above + entry.name;
    if (!isKey(key) || !entry.name.startsWith(beginning)) continue;
    if (entry.isDirectory()) yield* listBelow(folder, `${key}/`, '');
    else {
      const found = await clearly(folder, statOf(join(folder, key)));
      if (found?.isFile()) yield { key, bytes: found.size, changedAt: found.mtime };
    }
  }
}
