import type { Stats } from 'node:fs';
import { type FileHandle, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
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

/** Turns errors of the file system into StorageErrors. */
export async function asStorageErrors<T>(folder: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toStorageError(folder, error as Error);
  }
}

/** Errors without a system code are returned unchanged. */
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

/** The stream itself. A failure before it is read ends no process, and its reader still gets the error. */
export function quiet(stream: Readable): Readable {
  return stream.on('error', () => {});
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

/** Writes the whole piece; one call of the system may take only a part of it. */
export async function writeAll(file: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < piece.byteLength; )
    at += (await file.write(piece, at, piece.byteLength - at, position + at)).bytesWritten;
}

/** Writes a folder's new and changed names to disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Removes files that were last changed earlier, and returns their number. */
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

/** Lists the files below a folder whose keys start with the prefix and sort behind `after`. Folders are read lazily. */
export async function* listFolder(folder: string, prefix: string, after = ''): AsyncGenerator<ListedFile> {
  const cut = prefix.lastIndexOf('/') + 1;
  for await (const file of listBelow(folder, prefix.slice(0, cut), prefix.slice(cut))) if (file.key > after) yield file;
}

async function* listBelow(folder: string, above: string, beginning: string): AsyncGenerator<ListedFile> {
  const names = await asStorageErrors(
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
      const found = await asStorageErrors(folder, statOf(join(folder, key)));
      if (found?.isFile()) yield { key, bytes: found.size, changedAt: found.mtime };
    }
  }
}
