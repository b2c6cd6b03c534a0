import type { Stats } from 'node:fs';
import { type FileHandle, open, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ListedFile, StorageError, type StorageFault } from './storage.ts';

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
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof StorageError || code === undefined) throw error;
    const fault = FAULTS[code] ?? 'unavailable';
    if (fault === 'full')
      throw new StorageError(fault, `No room is left for files (${code}): make room on the disk of ${folder}.`, error);
    if (fault === 'forbidden')
      throw new StorageError(fault, `${folder} cannot be used (${code}): give this user rights to it.`, error);
    throw new StorageError(fault, `The disk of ${folder} fails (${code}).`, error);
  }
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

/** Writes the whole batch at the end of the file; a call may take a part only. */
export async function writeAll(file: FileHandle, batch: readonly Uint8Array[]): Promise<void> {
  const length = batch.reduce((sum, { byteLength }) => sum + byteLength, 0);
  let { bytesWritten: done } = await file.writev(batch);
  if (done === length) return;
  const whole = Buffer.concat(batch);
  while (done < length) done += (await file.write(whole, done)).bytesWritten;
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

/** Every file below a folder whose key begins with the prefix, read as it goes; hidden folders hold no keys. */
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
    if (entry.name.startsWith('.') || !entry.name.startsWith(beginning)) continue;
    const key = above + entry.name;
    if (entry.isDirectory()) yield* listBelow(folder, `${key}/`, '');
    else {
      const found = await clearly(folder, statOf(join(folder, key)));
      if (found?.isFile()) yield { key, bytes: found.size, changedAt: found.mtime };
    }
  }
}
