import type { MovedTable } from './moved-tables.ts';

/** The ids by which rows belong to a workspace. */
export interface WorkspaceIds {
  readonly id: string;
  readonly tenants: { readonly live: string; readonly test: string };
  /** The simulated world of the test tenant. */
  readonly world: string;
}

/** The values of a table's owner column. */
export function ownersOf({ id, tenants }: WorkspaceIds, { ownerColumn }: Pick<MovedTable, 'ownerColumn'>): string[] {
  return ownerColumn === 'tenant_id' ? Object.values(tenants) : [id];
}

/** Whether a row is the workspace's own in everything that it says. */
export function owns(
  { id, tenants, world }: WorkspaceIds,
  { ownerColumn }: MovedTable,
  row: Readonly<Record<string, unknown>>,
): boolean {
  const allowed: Readonly<Record<string, readonly unknown[]>> = {
    tenant_id: Object.values(tenants),
    workspace_id: [id],
    world: [world, null],
    ...(ownerColumn === 'id' ? { id: [id] } : {}),
  };
  return Object.entries(allowed).every(([name, values]) => !(name in row) || values.includes(row[name]));
}
