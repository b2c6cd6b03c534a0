import type { FileStorage } from '../core/files.ts';
import type { Database } from '../db/database.ts';
import { asOwner } from '../db/inspect.ts';
import { readTables, type Table } from '../db/tables.ts';
import { MoveError } from './archive.ts';
import { lockMoves } from './export.repository.ts';
import * as moves from './import.repository.ts';
import { LAST_ROWS } from './moved-tables.ts';
import { ownersOf, type WorkspaceIds } from './workspace-ids.ts';

export interface RemoveTools {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly storage: FileStorage;
  /** Removes the simulated world. */
  readonly removeWorld: (worldId: string) => Promise<void>;
}

/** Tables that hold the workspace or make it visible. Their rows go together, at the end. */
const LAST = ['holds', 'workspace_imports', ...Object.keys(LAST_ROWS).toReversed()];

/**
 * Deletes the rows and files of a suspended workspace or an unfinished import, and nothing outside: no access is revoked, and no
 * subscription ends. A repeated call continues. @throws MoveError, StorageError
 */
export async function removeWorkspace(tools: RemoveTools, ids: WorkspaceIds): Promise<void> {
  const { db, storage } = tools;
  await asOwner(tools.databaseUrl, async (owner) => {
    if (!(await lockMoves(owner))) throw new MoveError('An import is running. Wait until it ends.');
    const tables = (await readTables(owner)).filter(isOwned);
    // Its keys end first.
    const places = tables.toSorted((a, b) => Number(b.name === 'api_keys') - Number(a.name === 'api_keys'));
    for (const table of places)
      if (!LAST.includes(table.name)) await moves.empty(db.system, table, ownersOf(ids, table));
    for (const tenantId of Object.values(ids.tenants))
      for await (const { key } of storage.list(`${tenantId}/`)) await storage.remove(key);
    await tools.removeWorld(ids.world);
    await db.system.transaction(async (tx) => {
      for (const name of LAST) {
        const table = tables.find((one) => one.name === name) as OwnedTable;
        await moves.empty(tx, table, ownersOf(ids, table));
      }
    });
  });
}

type OwnedTable = Table & { readonly ownerColumn: NonNullable<Table['ownerColumn']> };

function isOwned(table: Table): table is OwnedTable {
  return table.ownerColumn !== undefined;
}
