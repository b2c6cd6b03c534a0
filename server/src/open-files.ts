import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from './config/config.ts';
import type { FileLinks, FileStorage, Files } from './core/files.ts';
import { type FileSource, inspect, withFile } from './lib/media-files/index.ts';
import { openDiskStorage } from './lib/storage/index.ts';

/** Storage of files, with a look into what is stored. */
export async function openFiles(config: Config, links: FileLinks): Promise<Files> {
  const storage = await openDiskStorage(join(config.dataDir, 'media'));
  return {
    storage,
    links,
    inspect: (key, bytes) =>
      storage.localPath === undefined
        ? inspect(sourceIn(storage, key, bytes))
        : withFile(storage.localPath(key), (source) => inspect(source)),
  };
}

function sourceIn(storage: FileStorage, key: string, bytes: number): FileSource {
  return { bytes, read: async (start, end) => buffer(await storage.read(key, { start, end })) };
}
