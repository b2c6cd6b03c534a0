import { StorageError } from '@hubbub/file-storage';
import { listContents } from './files.ts';
import type { Location } from './location.ts';
import {
  type BackedUpFile,
  contentKeyOf,
  listBackups,
  manifestKeyOf,
  ownerOf,
  readManifest,
  unpackFiles,
} from './manifest.ts';

export interface Pruned {
  /** Ids of backups. */
  readonly removed: readonly string[];
  /** Ids of backups whose list of files cannot be read. While there is one, all contents stay. */
  readonly damaged: readonly string[];
}

/**
 * Removes the oldest backups of an owner beyond `keep`, then contents that none of its backups names: of those that were
 * removed, or of runs that did not end. A repeated call continues.
 */
export async function pruneBackups(
  location: Location,
  { owner, keep }: { readonly owner: string; readonly keep: number | undefined },
): Promise<Pruned> {
  const { complete } = await listBackups(location);
  const own = complete.filter((id) => ownerOf(id) === owner);
  const kept = keep === undefined ? own : own.slice(-keep);
  const removed = own.filter((id) => !kept.includes(id));
  for (const id of removed) await removeBackup(location, id);
  const named = new Set<string | null>();
  const damaged: string[] = [];
  for (const id of kept) {
    const files = await filesNamedBy(location, id);
    if (files === undefined) damaged.push(id);
    for (const { sha256 } of files ?? []) named.add(sha256);
  }
  if (damaged.length === 0)
    for (const sha256 of (await listContents(location, owner)).keys())
      if (!named.has(sha256)) await location.remove(contentKeyOf(owner, sha256));
  return { removed, damaged };
}

/** The stored files of a backup; undefined when its list is damaged. Errors of the location itself are thrown. */
export async function filesNamedBy(location: Location, id: string): Promise<BackedUpFile[] | undefined> {
  try {
    return await unpackFiles(location, await readManifest(location, id));
  } catch (error) {
    if (error instanceof StorageError && error.fault !== 'missing') throw error;
    return undefined;
  }
}

/** Removes a backup, its manifest first: half of it is none. Its stored files stay. */
export async function removeBackup(location: Location, id: string): Promise<void> {
  await location.remove(manifestKeyOf(id));
  const keys: string[] = [];
  for await (const { key } of location.list(`${id}/`)) keys.push(key);
  for (const key of keys) await location.remove(key);
  await location.removeFolder(id);
}
