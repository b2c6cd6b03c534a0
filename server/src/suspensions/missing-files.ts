import type { Storage } from '@hubbub/file-storage';
import type { Runner } from '../db/query.ts';
import { keysOf } from './missing-files.repository.ts';

/** Keys of files that are named; others are only counted. */
const NAMED_MAX = 100;

/** Stored files that rows name and the storage does not have. */
export interface MissingFiles {
  readonly count: number;
  /** The first of them by their keys. */
  readonly keys: readonly string[];
}

/** Looks for the stored files of a tenant: media, their renditions, and files of exports. @throws StorageError */
export async function findMissingFiles(
  system: Runner,
  storage: Pick<Storage, 'list'>,
  tenantId: string,
): Promise<MissingFiles> {
  const stored = new Set<string>();
  for await (const { key } of storage.list(`${tenantId}/`)) stored.add(key);
  const keys: string[] = [];
  let count = 0;
  for await (const page of keysOf(system, tenantId)) {
    const missing = page.filter((key) => !stored.has(key));
    count += missing.length;
    keys.push(...missing.slice(0, NAMED_MAX - keys.length));
  }
  return { count, keys };
}
