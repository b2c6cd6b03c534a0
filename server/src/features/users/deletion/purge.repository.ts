import { sql } from 'kysely';
import type { Runner } from '../../../db/query.ts';

/** Each statement deletes at most so many rows, so that no lock is held for long. */
export const BATCH = 500;

/** A table and the column that says whose a row is. */
export interface OwnedTable {
  readonly table: string;
  readonly column: 'tenant_id' | 'workspace_id';
}

/** These go last, because the purge continues from them after a crash. */
const LAST = ['tenants', 'owners', 'workspaces'];

/** The access of live accounts stays until their platforms have revoked it. */
const OUTLIVING = 'revocations';

/** Every table with rows of tenants or workspaces, read from the database, so that no new table is missed. */
export async function ownedTables(system: Runner): Promise<OwnedTable[]> {
  return system.run(sql<OwnedTable>`
    select distinct on (c.relname) c.relname as "table", a.attname as "column" from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('tenant_id', 'workspace_id') and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all (${[...LAST, OUTLIVING]}::text[])
    order by c.relname, a.attname`);
}

/** Deletes a batch of rows; how many they were. */
export async function deleteBatch(system: Runner, { table, column }: OwnedTable, ownerId: string): Promise<number> {
  const isOwned = sql`${sql.ref(column)} = ${ownerId}`;
  // Another row may have the same place by now, or in another partition, so the owner is checked again.
  const rows = await system.run(sql`
    delete from ${sql.table(table)} where ${isOwned} and ctid = any (array(
      select ctid from ${sql.table(table)} where ${isOwned} limit ${BATCH})) returning 1`);
  return rows.length;
}

/** Deletes the last rows: of the tenants, the owner and the workspace. */
export async function deleteWorkspace(tx: Runner, workspaceId: string): Promise<void> {
  // The world of a test tenant was deleted with all access.
  await tx.run(sql`delete from revocations where tenant_id in (
    select tenant_id from tenants where workspace_id = ${workspaceId} and world is not null)`);
  for (const table of ['tenants', 'owners'])
    await tx.run(sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId}`);
  await tx.run(sql`delete from workspaces where id = ${workspaceId}`);
}
