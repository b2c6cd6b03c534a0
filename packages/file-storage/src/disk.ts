import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  asStorageErrors,
  isAbsent,
  listFolder,
  quiet,
  removeOlder,
  statOf,
  syncFolder,
  toStorageError,
  writeAll,
} from './files.ts';
import { metered } from './metered.ts';
import { checkKey, checkPrefix, checkRange, type PutOptions, type Storage, StorageError } from './storage.ts';

/** The folder of uploads under way. No key starts with a dot, and a rename moves a file from here to its key. */
const UNFINISHED = '.unfinished';

/** An upload reads on until this much waits for the disk. */
const BUFFER_BYTES = 256 * 1024;

export interface DiskOptions {
  /** Nothing is made or tried in the folder. Default: false. */
  readonly isReadOnly?: boolean;
}

/** Opens a folder of this machine as a storage. @throws StorageError when the folder cannot be written, unless it is full. */
export async function openDiskStorage(folder: string, { isReadOnly = false }: DiskOptions = {}): Promise<Storage> {
  const unfinished = join(folder, UNFINISHED);
  const foldersInProgress = new Map<string, Promise<void>>();

  function pathOf(key: string): string {
    checkKey(key);
    return join(folder, key);
  }

  /** Concurrent uploads into a new folder all wait until its name is on disk. */
  function make(path: string): Promise<void> {
    const made = foldersInProgress.get(path) ?? makeSyncedFolder(path).finally(() => foldersInProgress.delete(path));
    foldersInProgress.set(path, made);
    return made;
  }

  const storage: Storage = {
    kind: 'disk',
    localPath: pathOf,
    close: () => {},

    async put(key, source, options) {
      const path = pathOf(key);
      const temporary = join(unfinished, randomUUID());
      let bytes: number;
      try {
        bytes = await writeSynced(temporary, folder, source, options);
        await asStorageErrors(folder, make(dirname(path)));
        options.signal?.throwIfAborted();
        await asStorageErrors(folder, rename(temporary, path));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        throw error;
      }
      try {
        await asStorageErrors(folder, syncFolder(dirname(path)));
      } catch (error) {
        await rm(path, { force: true }).catch(() => {});
        throw error;
      }
      return { bytes };
    },

    async stat(key) {
      const found = await asStorageErrors(folder, statOf(pathOf(key)));
      return found?.isFile() ? { bytes: found.size } : undefined;
    },

    async read(key, range) {
      if (range !== undefined) checkRange(range);
      const opened = open(pathOf(key), 'r').catch((error) => {
        if (isAbsent(error)) throw new StorageError('missing', `There is no file ${key}.`, error);
        throw error;
      });
      const file = await asStorageErrors(folder, opened);
      if (range === undefined) return quiet(file.createReadStream());
      if (range.start < range.end) return quiet(file.createReadStream({ start: range.start, end: range.end - 1 }));
      await file.close();
      return Readable.from([]);
    },

    async remove(key) {
      const gone = rm(pathOf(key), { force: true }).catch((error) => {
        if (!isAbsent(error)) throw error;
      });
      await asStorageErrors(folder, gone);
    },

    list(prefix, after) {
      checkPrefix(prefix);
      return listFolder(folder, prefix, after);
    },

    removeUnfinished(olderThanMs) {
      return asStorageErrors(folder, removeOlder(unfinished, olderThanMs));
    },

    check: () => asStorageErrors(folder, tryWrite(join(unfinished, randomUUID()))),
  };

  if (isReadOnly) return storage;
  await asStorageErrors(folder, makeSyncedFolder(unfinished));
  await storage.check().catch((error: unknown) => {
    // Stored files can still be read.
    if (!(error instanceof StorageError) || error.fault !== 'full') throw error;
  });
  return storage;
}

/** Streams the source to a new file, syncs it and returns its number of bytes. The file is closed, however that ends. */
async function writeSynced(
  path: string,
  folder: string,
  source: AsyncIterable<Uint8Array>,
  options: PutOptions,
): Promise<number> {
  const pieces = metered(source, options);
  // `flush` syncs the file before it is closed.
  const sink = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: BUFFER_BYTES });
  try {
    await pipeline(pieces, sink);
  } catch (error) {
    if (!sink.closed) await once(sink, 'close');
    throw pieces.hasFailed ? error : toStorageError(folder, error as Error);
  }
  return pieces.bytes;
}

/** Makes a folder and the missing ones above it. Resolves when their names are on disk. */
async function makeSyncedFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 }).catch(async (error) => {
    // Node calls a read-only file system ENOENT. A second try without `recursive` tells what is wrong.
    if (isAbsent(error)) await mkdir(path, { mode: 0o700 });
    throw error;
  });
  if (first === undefined) return;
  for (let made = path; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === first) return;
  }
}

async function tryWrite(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeAll(file, new Uint8Array(1), 0);
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
