import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StorageError } from '@hubbub/file-storage';
import pLimit from 'p-limit';
import { openStorage } from '../adapters/files/file-storage.ts';
import type { Config } from '../config/config.ts';
import { BackupError } from './backup-error.ts';
import { expecting } from './expecting.ts';
import type { Location } from './location.ts';
import { type BackedUpFile, contentKeyOf, type Manifest, ownerOf, unpackFiles } from './manifest.ts';

const AT_ONCE = 4;

export interface RestoredFiles {
  /** Media, renditions and files of exports that are in their place now. */
  readonly files: number;
  /** Files of the simulator's worlds that are in their place now. */
  readonly world_files: number;
  /** Keys of stored files that neither the backup nor the storage has. */
  readonly missing: readonly string[];
}

/** Brings the stored files of a backup to the storage of this installation. A repeated call continues. */
export async function restoreFiles(config: Config, location: Location, manifest: Manifest): Promise<RestoredFiles> {
  const all = await unpackFiles(location, manifest);
  const open = async ({ name, bytes, sha256 }: BackedUpFile) => {
    const key = contentKeyOf(ownerOf(manifest.id), sha256 as string);
    return expecting(await location.read(key), { bytes, sha256: sha256 as string }, `${key} (${name})`);
  };
  const worldFiles = all.filter(({ name, sha256 }) => name.startsWith('simulator/') && sha256 !== null);
  for (const file of worldFiles) await writeLocal(config.dataDir, file, open);

  const storage = await openStorage(config);
  const missing: string[] = [];
  const limit = pLimit(AT_ONCE);
  const media = all.filter(({ name }) => name.startsWith('media/'));
  const restoreOne = async (file: BackedUpFile) => {
    const key = file.name.slice('media/'.length);
    const there = await storage.stat(key);
    if (there !== undefined && (file.sha256 === null || there.bytes === file.bytes)) return;
    const isLost = (error: unknown) => error instanceof StorageError && error.fault === 'missing';
    try {
      if (file.sha256 === null) throw new StorageError('missing', key);
      await storage.put(key, await open(file), { contentType: 'application/octet-stream' });
    } catch (error) {
      if (!isLost(error)) throw error;
      missing.push(key);
    }
  };
  try {
    await Promise.all(media.map((file) => limit(() => restoreOne(file))));
  } finally {
    limit.clearQueue();
    storage.close();
  }
  return { files: media.length - missing.length, world_files: worldFiles.length, missing };
}

async function writeLocal(
  dataDir: string,
  file: BackedUpFile,
  open: (file: BackedUpFile) => Promise<AsyncIterable<Uint8Array>>,
): Promise<void> {
  const path = resolve(dataDir, file.name);
  if (!path.startsWith(join(dataDir, 'simulator') + sep))
    throw new BackupError(`The backup has a file outside of the simulator: ${file.name}.`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.restoring`;
  await pipeline(Readable.from(await open(file)), createWriteStream(draft, { mode: 0o600, flush: true }));
  await rename(draft, path);
}
