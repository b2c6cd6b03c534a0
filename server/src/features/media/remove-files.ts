import { type FileStorage, keyOf } from '../../core/files.ts';

/** Removes the file of an item and its renditions. */
export async function removeFiles(storage: FileStorage, tenantId: string, id: string): Promise<void> {
  const key = keyOf({ tenantId, id });
  for await (const rendition of storage.list(`${key}.`)) await storage.remove(rendition.key);
  await storage.remove(key);
}
