/** The ids that the rows of a workspace belong to. */
export interface WorkspaceIds {
  readonly workspaceId: string;
  readonly tenantIds: readonly string[];
  /** The simulated world of the test tenant. */
  readonly world: string;
}

/** Which rows of a table belong to a workspace. */
export interface Owners {
  /** The column that says whose a row is. */
  readonly columnOf: (table: string) => string;
  /** The values of that column. */
  readonly idsOf: (table: string) => readonly string[];
  /** Whether a row is the workspace's own in everything that it says. */
  readonly owns: (table: string, row: Readonly<Record<string, unknown>>) => boolean;
}

/** `tables`: the columns of each table. */
export function ownersOf(
  tables: ReadonlyMap<string, readonly string[]>,
  { workspaceId, tenantIds, world }: WorkspaceIds,
): Owners {
  const columnOf = (table: string) =>
    table === 'workspaces' ? 'id' : tables.get(table)?.includes('tenant_id') ? 'tenant_id' : 'workspace_id';
  const allowed: Readonly<Record<string, readonly unknown[]>> = {
    tenant_id: tenantIds,
    workspace_id: [workspaceId],
    world: [world, null],
  };
  return {
    columnOf,
    idsOf: (table) => (columnOf(table) === 'tenant_id' ? tenantIds : [workspaceId]),
    owns: (table, row) =>
      (table !== 'workspaces' || row.id === workspaceId) &&
      Object.entries(allowed).every(([name, values]) => !(name in row) || values.includes(row[name])),
  };
}
