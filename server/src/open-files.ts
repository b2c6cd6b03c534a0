import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from './config/config.ts';
import type { FileLinks, Files } from './core/files.ts';
import { UnreadableFile } from './core/files.ts';
import { openDiskStorage } from './lib/storage/disk.ts';

/** Storage of files, with a look into what is stored. */
export async function openFiles(config: Config, links: FileLinks): Promise<Files> {
  const storage = await openDiskStorage(join(config.dataDir, 'media'));
  return {
    storage,
    links,
    async inspect(key, bytes) {
      if (bytes === 0) throw new UnreadableFile('it is empty');
      const head = await buffer(await storage.read(key, { start: 0, end: Math.min(bytes, 16) }));
      if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])))
        return { contentType: 'image/jpeg', kind: 'image' };
      if (head.subarray(0, 4).equals(Buffer.from('\x89PNG', 'latin1')))
        return { contentType: 'image/png', kind: 'image' };
      if (head.subarray(4, 8).toString('latin1') === 'ftyp') return { contentType: 'video/mp4', kind: 'video' };
      throw new UnreadableFile('its content is of no known type');
    },
  };
}
