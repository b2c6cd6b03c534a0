import type { FileStorage } from '../../../core/files.ts';
import type { Database } from '../../../db/database.ts';
import * as deletions from './deletion.repository.ts';
import * as rows from './purge.repository.ts';

interface Places {
  readonly storage: FileStorage;
  readonly removeWorld: (worldId: string) => Promise<void>;
}

/**
 * Deletes the files and rows of both tenants in batches, then the simulated world, the workspace last. A repeated call continues. `mayGoOn` is asked
 * before each batch.
 */
export async function purgeWorkspace(
  db: Database,
  { storage, removeWorld }: Places,
  workspaceId: string,
  mayGoOn: () => boolean,
): Promise<void> {
  const { system } = db;
  const tenantIds = await deletions.tenantIds(system, workspaceId);
  const tables = await rows.ownedTables(system);
  // The second round finds what work that ended late has left behind.
  for (const round of ['first', 'second']) if (!(await purgeOnce()) || (round === 'second' && !mayGoOn())) return;
  const worldId = await deletions.worldOf(system, workspaceId);
  if (worldId !== undefined) await removeWorld(worldId);
  await system.transaction((tx) => rows.deleteWorkspace(tx, workspaceId));

  async function purgeOnce(): Promise<boolean> {
    for (const tenantId of tenantIds) {
      for await (const { key } of storage.list(`${tenantId}/`)) {
        if (!mayGoOn()) return false;
        await storage.remove(key);
      }
    }
    for (const owned of tables) {
      for (const ownerId of owned.column === 'tenant_id' ? tenantIds : [workspaceId]) {
        for (let deleted = rows.BATCH; deleted === rows.BATCH; ) {
          if (!mayGoOn()) return false;
          deleted = await rows.deleteBatch(system, owned, ownerId);
        }
      }
    }
    return true;
  }
}
