import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';
import type { Manifest } from './archive.ts';
import type { MovedTable } from './moved-tables.ts';
import type { WorkspaceIds } from './workspace-ids.ts';

/** Each statement deletes at most so many rows. */
const BATCH = 500;

/** A workspace that is exported. */
export interface Source extends WorkspaceIds {
  readonly name: string;
}

/** An import that has begun. Its rows are there, but no key and no list shows them. */
export interface Import {
  readonly workspaceId: string;
  readonly name: string;
  readonly liveTenantId: string;
  readonly testTenantId: string;
  readonly world: string;
  /** The SHA-256 of the archive's manifest. */
  readonly archive: string;
  /** The tables whose rows are all here. */
  readonly tablesDone: readonly string[];
  readonly startedAt: Date;
}

const columns = sql`workspace_id as "workspaceId", name, live_tenant_id as "liveTenantId", test_tenant_id as "testTenantId", world, archive,
  tables_done as "tablesDone", started_at as "startedAt"`;

/** All imports that have begun and not ended, the oldest first. */
export async function imports(system: Runner): Promise<Import[]> {
  return system.run(sql<Import>`select ${columns} from workspace_imports order by started_at, workspace_id`);
}

/** The import of a workspace. Waits for a statement that a killed process left behind. */
export async function find(system: Runner, workspaceId: string): Promise<Import | undefined> {
  return system.first(
    sql<Import>`select ${columns} from workspace_imports where workspace_id = ${workspaceId} for update`,
  );
}

/** Keeps the import from being continued by another process until the transaction ends. */
export async function lock(tx: Runner, workspaceId: string): Promise<void> {
  await tx.run(sql`select 1 from workspace_imports where workspace_id = ${workspaceId} for share`);
}

export async function begin(tx: Runner, { workspace, tenants, world }: Manifest, archive: string): Promise<void> {
  await tx.run(sql`
    insert into workspace_imports (workspace_id, name, live_tenant_id, test_tenant_id, world, archive)
    values (${workspace.id}, ${workspace.name}, ${tenants.live}, ${tenants.test}, ${world}, ${archive})`);
}

export async function noteDone(system: Runner, workspaceId: string, table: string): Promise<void> {
  await system.run(sql`
    update workspace_imports set tables_done = tables_done || ${table}::text where workspace_id = ${workspaceId}`);
}

/** Nothing is looked up: the source was stopped before its rows were read, so they say all that it has sent. */
export async function noteSourceStopped(tx: Runner, tenantIds: readonly string[]): Promise<void> {
  await tx.run(sql`update holds set checking_since = now() where tenant_id = any (${tenantIds})`);
}

export async function end(tx: Runner, workspaceId: string): Promise<void> {
  await tx.run(sql`delete from workspace_imports where workspace_id = ${workspaceId}`);
}

/** Whether the workspace, a tenant or the world is here already. */
export async function isHere(system: Runner, { workspace, tenants, world }: Manifest): Promise<boolean> {
  const row = await system.first(sql`
    select 1 from workspaces where id = ${workspace.id}
    union all select 1 from tenants where tenant_id in (${tenants.live}, ${tenants.test}) or world = ${world}`);
  return row !== undefined;
}

/** Writes rows, each a JSON object with all columns of the table. */
export async function insert(db: Runner, { name, columns }: MovedTable, rows: readonly string[]): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await db.run(sql`
    insert into ${sql.table(name)} (${list})
    select ${list} from jsonb_populate_recordset(null::${sql.table(name)}, ${`[${rows.join(',')}]`}::jsonb)`);
}

/** Deletes the workspace's rows of a table in batches. */
export async function empty(
  system: Runner,
  { name, ownerColumn }: Pick<MovedTable, 'name' | 'ownerColumn'>,
  ids: readonly string[],
): Promise<void> {
  const isOwned = sql`${sql.ref(ownerColumn)} = any (${ids})`;
  for (let deleted = BATCH; deleted === BATCH; ) {
    const rows = await system.run(sql`
      delete from ${sql.table(name)} where ${isOwned} and ctid = any (array(
        select ctid from ${sql.table(name)} where ${isOwned} limit ${BATCH})) returning 1`);
    deleted = rows.length;
  }
}

/** Reads the name and the tenants of a workspace, for its export. */
export async function sourceOf(system: Runner, id: string): Promise<Source> {
  const [row] = await system.run(sql<{ name: string; live: string; test: string; world: string }>`
    select w.name, l.tenant_id as live, t.tenant_id as test, t.world from workspaces w
    join tenants l on l.workspace_id = w.id and l.mode = 'live' join tenants t on t.workspace_id = w.id and t.mode = 'test'
    where w.id = ${id}`);
  if (row === undefined) throw new Error(`there is no workspace ${id}`);
  const { name, live, test, world } = row;
  return { id, name, tenants: { live, test }, world };
}

/** Whether a worker publishes or delivers for one of the tenants. */
export async function isWorking(system: Runner, tenantIds: readonly string[]): Promise<boolean> {
  const row = await system.first(sql`
    select 1 from accounts where tenant_id = any (${tenantIds}) and lease_until > now()
    union all select 1 from deliveries where tenant_id = any (${tenantIds}) and due_at is not null and lease_until > now() limit 1`);
  return row !== undefined;
}

/** A platform with connected accounts of the workspace. */
export interface UsedPlatform {
  readonly platform: string;
  readonly accounts: number;
  /** The app that they were connected with; '' where the platform has none. */
  readonly appId: string;
  /** Whether the customer brought the app. */
  readonly isOwn: boolean;
}

/** The platforms of the live tenant's connected accounts. */
export async function usedPlatforms(system: Runner, tenantId: string): Promise<UsedPlatform[]> {
  return system.run(sql<UsedPlatform>`
    select a.platform, count(*)::int as accounts, a.app_id as "appId",
      exists (select from own_apps o where o.tenant_id = a.tenant_id and o.platform = a.platform) as "isOwn"
    from accounts a where a.tenant_id = ${tenantId} and a.disconnected_at is null
    group by a.tenant_id, a.platform, a.app_id order by 1, 3`);
}

/** Counts the webhook endpoints of these tenants. */
export async function endpoints(system: Runner, tenantIds: readonly string[]): Promise<number> {
  const row = await system.first(
    sql<{ n: number }>`select count(*)::int as n from webhook_endpoints where tenant_id = any (${tenantIds})`,
  );
  return row?.n ?? 0;
}

/** Whether the payment processor knows the workspace. */
export async function isBilled(system: Runner, tenantId: string): Promise<boolean> {
  return (await system.first(sql`select 1 from billing_customers where tenant_id = ${tenantId}`)) !== undefined;
}
