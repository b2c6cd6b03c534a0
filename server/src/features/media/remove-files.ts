import { type FileStorage, keyOf } from '../../core/files.ts';

/** The file of an item and the copies that were made of it. */
export async function removeFiles(storage: FileStorage, tenantId: string, id: string): Promise<void> {
  const key = keyOf({ tenantId, id });
  for await (const copy of storage.list(`${key}.`)) await storage.remove(copy.key);
  await storage.remove(key);
}
