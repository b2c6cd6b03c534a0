import { listContents } from './files.ts';
import { contentKeyOf, listBackups, manifestKeyOf, ownerOf, readManifest, unpackFiles } from './manifest.ts';
import type { Place } from './place.ts';

/**
 * Removes the oldest backups of an owner beyond `keep`, then contents that none of its backups names: of those that were
 * removed, or of runs that did not end. Returns the ids of the removed backups. A repeated call continues.
 */
export async function pruneBackups(
  place: Place,
  { owner, keep }: { readonly owner: string; readonly keep: number | undefined },
): Promise<string[]> {
  const { complete } = await listBackups(place);
  const own = complete.filter((id) => ownerOf(id) === owner);
  const kept = keep === undefined ? own : own.slice(-keep);
  const removed = own.filter((id) => !kept.includes(id));
  for (const id of removed) await removeBackup(place, id);
  const named = new Set<string | null>();
  for (const id of kept)
    for (const { sha256 } of await unpackFiles(place, await readManifest(place, id))) named.add(sha256);
  for (const sha256 of (await listContents(place, owner)).keys())
    if (!named.has(sha256)) await place.remove(contentKeyOf(owner, sha256));
  return removed;
}

/** Removes a backup, its manifest first: half of it is none. Its stored files stay. */
export async function removeBackup(place: Place, id: string): Promise<void> {
  await place.remove(manifestKeyOf(id));
  const keys: string[] = [];
  for await (const { key } of place.list(`${id}/`)) keys.push(key);
  for (const key of keys) await place.remove(key);
}
