import { sql } from 'kysely';
import type { World } from '../core/tenant.ts';
import type { Runner } from '../db/query.ts';
import { worldOf } from '../db/world.ts';

/** A world with what its tenant has in it. */
export interface KnownWorld {
  readonly world: World;
  /** The name of its workspace. */
  readonly name: string;
  /** Platforms on which the tenant has or had an account. */
  readonly platforms: readonly string[];
}

/** The world with this id, as long as its workspace exists. */
export async function find(system: Runner, worldId: string): Promise<KnownWorld | undefined> {
  return system.first(sql<KnownWorld>`
    select ${worldOf} as world, w.name, array(select distinct a.platform from accounts a where a.tenant_id = t.tenant_id) as platforms
    from tenants t join workspaces w on w.id = t.workspace_id
      join owners o on o.workspace_id = t.workspace_id and not o.is_purging
    where t.world = ${worldId}`);
}

/** The world of a tenant; null for a live one. */
export async function ofTenant(system: Runner, tenantId: string): Promise<World | null> {
  const row = await system.first(
    sql<{ world: World | null }>`select ${worldOf} as world from tenants t where t.tenant_id = ${tenantId}`,
  );
  return row?.world ?? null;
}

/** The world of the oldest workspace; undefined before there is one. */
export async function oldest(system: Runner): Promise<string | undefined> {
  const row = await system.first(sql<{ world: string }>`
    select t.world from tenants t join owners o on o.workspace_id = t.workspace_id and not o.is_purging
    where t.world is not null order by t.created_at, t.tenant_id limit 1`);
  return row?.world;
}

/** Shortens the pauses of a world's apps by the seconds that its clock has moved. */
export async function shortenPauses(system: Runner, worldId: string, seconds: number): Promise<void> {
  await system.run(sql`
    update app_pauses p set until = p.until - ${seconds}::float8 * interval '1 second', since = p.since - ${seconds}::float8 * interval '1 second'
    from platform_apps a where a.world = ${worldId} and a.platform = p.platform and a.client_id = p.app_id`);
}

/** Forgets the apps of a world. */
export async function removeApps(system: Runner, worldId: string): Promise<void> {
  await system.run(sql`delete from platform_apps where world = ${worldId}`);
}
