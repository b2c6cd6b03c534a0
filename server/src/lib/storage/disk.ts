import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { bytesOf, clearly, isAbsent, listFolder, removeOlder, statOf, syncFolder, writeAll } from './files.ts';
import { inBatches, measure } from './measure.ts';
import { checkKey, checkPrefix, checkRange, type Storage, StorageError } from './storage.ts';

/** Begins with a dot, as no key does. It lies on the disk of the files, so a rename is all it takes in the end. */
const UNFINISHED = '.unfinished';
/** At this size the number of calls no longer counts. */
const BATCH_BYTES = 128 * 1024;

/** A folder of this machine. Throws a StorageError when it cannot be written. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const unfinished = join(folder, UNFINISHED);
  const making = new Map<string, Promise<void>>();

  function pathOf(key: string): string {
    checkKey(key);
    return join(folder, key);
  }

  /** Whoever puts into a folder waits until its name is on disk too, whoever makes it. */
  function make(path: string): Promise<void> {
    const made = making.get(path) ?? makeDurably(path).finally(() => making.delete(path));
    making.set(path, made);
    return made;
  }

  const storage: Storage = {
    kind: 'disk',
    localPath: pathOf,
    close: () => {},

    async put(key, source, options) {
      const path = pathOf(key);
      const temporary = join(unfinished, randomUUID());
      const { pieces, result } = measure(source, options);
      const file = await clearly(folder, open(temporary, 'wx', 0o600));
      try {
        await fill(file, pieces, folder);
        await clearly(folder, file.sync());
        await file.close();
        await clearly(folder, make(dirname(path)));
        options.signal?.throwIfAborted();
        await clearly(folder, rename(temporary, path));
      } catch (error) {
        await file.close().catch(() => {});
        await rm(temporary, { force: true }).catch(() => {});
        throw error;
      }
      try {
        await clearly(folder, syncFolder(dirname(path)));
      } catch (error) {
        await rm(path, { force: true }).catch(() => {});
        throw error;
      }
      return result();
    },

    async stat(key) {
      const found = await clearly(folder, statOf(pathOf(key)));
      return found?.isFile() ? { bytes: found.size } : undefined;
    },

    async read(key, range) {
      if (range !== undefined) checkRange(range);
      const opened = open(pathOf(key), 'r').catch((error) => {
        if (isAbsent(error)) throw new StorageError('missing', `There is no file ${key}.`, error);
        throw error;
      });
      const file = await clearly(folder, opened);
      if (range === undefined) return file.createReadStream();
      if (range.start < range.end) return file.createReadStream({ start: range.start, end: range.end - 1 });
      await file.close();
      return Readable.from([]);
    },

    async remove(key) {
      const gone = rm(pathOf(key), { force: true }).catch((error) => {
        if (!isAbsent(error)) throw error;
      });
      await clearly(folder, gone);
    },

    list(prefix) {
      checkPrefix(prefix);
      return listFolder(folder, prefix);
    },

    sweep(olderThanMs) {
      return clearly(folder, removeOlder(unfinished, olderThanMs));
    },

    check: () => clearly(folder, tryOut(join(unfinished, randomUUID()))),
  };

  await clearly(folder, makeDurably(unfinished));
  await storage.check();
  return storage;
}

/** While one batch is written, the next comes in. */
async function fill(file: FileHandle, pieces: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  let position = 0;
  for await (const batch of inBatches(pieces, BATCH_BYTES)) {
    await writing;
    writing = clearly(folder, writeAll(file, batch, position));
    // Awaited in the next round, or below.
    writing.catch(() => {});
    position += bytesOf(batch);
  }
  await writing;
}

/** Makes a folder and those above it; their names are on disk afterwards. */
async function makeDurably(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === first) return;
  }
}

async function tryOut(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeAll(file, [new Uint8Array(1)], 0);
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
