import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { finished, Readable, type Writable } from 'node:stream';
import { finished as closed, pipeline } from 'node:stream/promises';
import { FileSink } from './file-sink.ts';
import { clearly, isAbsent, listFolder, removeOlder, statOf, syncFolder, writeAll } from './files.ts';
import { untilAborted } from './measure.ts';
import { checkKey, checkPrefix, checkRange, type PutOptions, type Storage, StorageError } from './storage.ts';

/** Begins with a dot, as no key does. It lies on the disk of the files, so a rename is all it takes in the end. */
const UNFINISHED = '.unfinished';

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
      const file = await clearly(folder, open(temporary, 'wx', 0o600));
      let bytes: number;
      try {
        bytes = await fill(file, folder, source, options);
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
      return { bytes };
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

/** Gives the number of bytes. Nothing is written to the file any more afterwards, however it ends. */
async function fill(
  file: FileHandle,
  folder: string,
  source: AsyncIterable<Uint8Array>,
  options: PutOptions,
): Promise<number> {
  const sink = new FileSink(file, folder, options);
  const isClosed = new Promise<void>((resolve) => sink.once('close', resolve));
  try {
    if (source instanceof IncomingMessage) await pour(source, sink);
    else await pipeline(untilAborted(source, options.signal), sink);
  } finally {
    sink.destroy();
    await isClosed;
  }
  return sink.bytes;
}

/** Like `pipeline`, but the request stays as it is when its body is not taken: it is still to be answered. */
async function pour(request: IncomingMessage, sink: Writable): Promise<void> {
  const release = finished(request, { writable: false }, (error) => {
    if (error) sink.destroy(error);
  });
  try {
    await closed(request.pipe(sink));
  } finally {
    release();
    request.unpipe(sink);
  }
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
