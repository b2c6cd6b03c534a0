import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Storage, StorageError } from '@hubbub/file-storage';
import pLimit from 'p-limit';
import { hashOfStream } from '../lib/hashing.ts';
import { expecting } from './expecting.ts';
import type { Location } from './location.ts';
import { type BackedUpFile, contentKeyOf, contentsOf } from './manifest.ts';

const AT_ONCE = 4;
const ANY_TYPE = { contentType: 'application/octet-stream' };

/** The sizes of the contents that a location has of an owner, by their hash. */
export type Contents = Map<string, number>;

export async function listContents(location: Location, owner: string): Promise<Contents> {
  const contents: Contents = new Map();
  for await (const { key, bytes } of location.list(contentsOf(owner)))
    contents.set(key.slice(key.lastIndexOf('/') + 1), bytes);
  return contents;
}

/** A file of the installation that is to be backed up. */
export interface FileSource {
  readonly name: string;
  readonly bytes: number;
  readonly changedAt: Date;
  read(): Promise<AsyncIterable<Uint8Array>>;
}

interface FileCopier {
  readonly location: Location;
  readonly owner: string;
  readonly contents: Contents;
  /** The files of the backup before, by name: equal ones are not read again. */
  readonly before: ReadonlyMap<string, BackedUpFile>;
}

/** Brings a file's content to the location, unless it is there. A file that is gone is listed as missing. */
export async function backUpFile(
  { location, owner, contents, before }: FileCopier,
  { name, bytes, changedAt, read }: FileSource,
): Promise<BackedUpFile> {
  const changed_at = changedAt.toISOString();
  const known = before.get(name);
  const isThere = (sha256: string, size: number) => contents.get(sha256) === size;
  if (known?.sha256 != null && known.bytes === bytes && known.changed_at === changed_at && isThere(known.sha256, bytes))
    return known;
  try {
    const hashed = await hashOfStream(await read());
    if (!isThere(hashed.sha256, hashed.bytes)) {
      await location.put(contentKeyOf(owner, hashed.sha256), expecting(await read(), hashed, name), ANY_TYPE);
      contents.set(hashed.sha256, hashed.bytes);
    }
    return { name, changed_at, ...hashed };
  } catch (error) {
    if (isGone(error)) return missing(name);
    throw error;
  }
}

/** Backs up the named files of a storage. Their keys come in the order of their folders. */
export async function* backUpStored(
  copier: FileCopier,
  storage: Storage,
  pages: AsyncIterable<readonly string[]>,
): AsyncGenerator<BackedUpFile[]> {
  const limit = pLimit(AT_ONCE);
  let folder: string | undefined;
  let stored = new Map<string, { bytes: number; changedAt: Date }>();
  for await (const keys of pages) {
    const sources: (() => Promise<BackedUpFile>)[] = [];
    for (const key of keys) {
      const owner = key.slice(0, key.indexOf('/'));
      if (owner !== folder) {
        folder = owner;
        stored = new Map();
        for await (const file of storage.list(`${owner}/`)) stored.set(file.key, file);
      }
      const found = stored.get(key);
      const name = `media/${key}`;
      sources.push(async () =>
        found === undefined ? missing(name) : backUpFile(copier, { name, ...found, read: () => storage.read(key) }),
      );
    }
    yield await Promise.all(sources.map((work) => limit(work)));
  }
}

/** The files of the simulator, without those of calls under way. */
export async function* simulatorFiles(folder: string): AsyncGenerator<FileSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if (isGone(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.startsWith(join(folder, 'incoming'))) continue;
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    const { size } = found;
    yield {
      name: `simulator/${path.slice(folder.length + 1)}`,
      bytes: size,
      changedAt: found.mtime,
      // A journal goes on growing; what was written until now is backed up.
      read: async () => (size === 0 ? [] : createReadStream(path, { end: size - 1 })) as AsyncIterable<Uint8Array>,
    };
  }
}

function missing(name: string): BackedUpFile {
  return { name, bytes: 0, changed_at: null, sha256: null };
}

function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || (error instanceof StorageError && error.fault === 'missing');
}
