import { sql } from 'kysely';
import { limitByPlan } from '../../core/billing/plans.ts';
import type { Runner } from '../../db/query.ts';
import { media } from '../media/index.ts';
import type { BrandRow } from './brand.ts';

/** A brand without a zone has its workspace's. */
const timezone = sql`coalesce(b.timezone, (select p.timezone from workspace_profiles p where p.tenant_id = b.tenant_id)) as timezone`;
const columns = sql`b.id, b.name, b.approval, b.self_approval, b.created_at, b.updated_at, ${timezone}, ${media.logoColumn('b')},
  (select count(*)::int from accounts a where a.tenant_id = b.tenant_id and a.brand_id = b.id and a.disconnected_at is null) as accounts_count`;

/** One page of brands and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  filter: { after: readonly [string, string] | undefined; ids: readonly string[] | undefined; limit: number },
): Promise<BrandRow[]> {
  const conditions = [sql`b.tenant_id = ${tenantId}`];
  if (filter.ids !== undefined) conditions.push(sql`b.id = any (${filter.ids})`);
  if (filter.after !== undefined)
    conditions.push(sql`(b.created_at, b.id) < (${filter.after[0]}::timestamptz, ${filter.after[1]})`);
  return db.run(sql<BrandRow>`select ${columns} from brands b where ${sql.join(conditions, sql` and `)}
    order by b.created_at desc, b.id desc limit ${filter.limit + 1}`);
}

const LIMITS = limitByPlan('brandsMax');

/** Creates a brand. Aborts with the reason `brand_limit` at the plan's limit. The tenant's row serialises creates. */
export async function insert(tx: Runner, tenantId: string, id: string, name: string): Promise<BrandRow> {
  await tx.run(sql`select 1 from tenants where tenant_id = ${tenantId} for update`);
  const row = await tx.first(sql<BrandRow>`
    with plan as (
      select limit_of(plan, ${LIMITS}::jsonb) as max from tenants where tenant_id = ${tenantId}
    ), room as (
      select case when max <> -1 and max <= (select count(*) from brands where tenant_id = ${tenantId}) then refuse('brand_limit') end from plan
    )
    insert into brands as b (tenant_id, id, name) select ${tenantId}, ${id}, ${name} from room
    returning id, name, approval, self_approval, created_at, updated_at, ${timezone}, null as logo, 0 as accounts_count`);
  return row as BrandRow;
}

/** Fields that are absent stay as they are. */
export interface BrandChange {
  readonly name?: string | undefined;
  /** null: the workspace's. */
  readonly timezone?: string | null | undefined;
  readonly logoMediaId?: string | null | undefined;
}

export async function update(
  tx: Runner,
  tenantId: string,
  id: string,
  { name, timezone: zone, logoMediaId }: BrandChange,
): Promise<BrandRow | undefined> {
  return tx.first(sql<BrandRow>`
    update brands b set name = coalesce(${name ?? null}, name), updated_at = tenant_now(),
      timezone = case when ${zone === undefined} then timezone else ${zone ?? null} end,
      logo_media_id = case when ${logoMediaId === undefined} then logo_media_id else ${logoMediaId ?? null} end
    where tenant_id = ${tenantId} and id = ${id} returning ${columns}`);
}

/** Writes how a brand approves its posts, also beside its accounts. */
export async function setApproval(
  tx: Runner,
  tenantId: string,
  id: string,
  { approval, selfApproval }: { readonly approval: boolean | undefined; readonly selfApproval: boolean | undefined },
): Promise<void> {
  // In the order in which everything locks accounts; turning it on has locked them with their posts.
  if (approval !== undefined)
    await tx.run(sql`select 1 from accounts where tenant_id = ${tenantId} and brand_id = ${id} order by id for update`);
  await tx.run(sql`update brands set approval = coalesce(${approval ?? null}, approval), self_approval = coalesce(${selfApproval ?? null}, self_approval)
    where tenant_id = ${tenantId} and id = ${id}`);
  if (approval !== undefined)
    await tx.run(
      sql`update accounts set needs_approval = ${approval} where tenant_id = ${tenantId} and brand_id = ${id} and needs_approval <> ${approval}`,
    );
}

/** Tables with connections of a brand's accounts that are still in progress. */
const CONNECTIONS_IN_PROGRESS = ['connect_states', 'pending_connections', 'own_apps'];

/** Deletes a brand and the connections in progress to it. False when there is no such brand. */
export async function remove(tx: Runner, tenantId: string, id: string): Promise<boolean> {
  const isDeleted =
    (await tx.run(sql`delete from brands where tenant_id = ${tenantId} and id = ${id} returning 1`)).length > 0;
  for (const table of CONNECTIONS_IN_PROGRESS)
    await tx.run(sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and brand_id = ${id}`);
  await tx.run(sql`
    update invites set revoked_at = now() where tenant_id = ${tenantId} and brand_id = ${id} and used_at is null and revoked_at is null`);
  await tx.run(sql`
    update review_links set withdrawn_at = now() where tenant_id = ${tenantId} and brand_id = ${id} and withdrawn_at is null`);
  return isDeleted;
}

export async function accountIds(tx: Runner, tenantId: string, id: string): Promise<string[]> {
  const rows = await tx.run(
    sql<{
      id: string;
    }>`select id from accounts where tenant_id = ${tenantId} and brand_id = ${id} and disconnected_at is null`,
  );
  return rows.map((row) => row.id);
}

export async function exists(db: Runner, tenantId: string, id: string): Promise<boolean> {
  return (await db.first(sql`select 1 from brands where tenant_id = ${tenantId} and id = ${id}`)) !== undefined;
}

/** The brands among these ids. */
export async function idsAmong(db: Runner, tenantId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.run(
    sql<{ id: string }>`select id from brands where tenant_id = ${tenantId} and id = any (${ids})`,
  );
  return rows.map(({ id }) => id);
}

export async function nameOf(db: Runner, tenantId: string, id: string): Promise<string | undefined> {
  const row = await db.first(
    sql<{ name: string }>`select name from brands where tenant_id = ${tenantId} and id = ${id}`,
  );
  return row?.name;
}

/** How a brand approves its posts. */
export async function approvalOf(
  db: Runner,
  tenantId: string,
  id: string,
): Promise<Pick<BrandRow, 'approval' | 'self_approval'> | undefined> {
  return db.first(
    sql<Pick<BrandRow, 'approval' | 'self_approval'>>`
      select approval, self_approval from brands where tenant_id = ${tenantId} and id = ${id}`,
  );
}

/** Like `exists`, and locks the row, so that connections to one brand run one after the other. */
export async function lock(tx: Runner, tenantId: string, id: string): Promise<boolean> {
  return (
    (await tx.first(sql`select 1 from brands where tenant_id = ${tenantId} and id = ${id} for update`)) !== undefined
  );
}

export async function count(db: Runner, tenantId: string): Promise<number> {
  return (
    (await db.first(sql<{ n: number }>`select count(*)::int as n from brands where tenant_id = ${tenantId}`))?.n ?? 0
  );
}

/**
 * The oldest brand with room for one more account of a platform, at most `perBrand`. Its row is locked, so that connections
 * run one after the other. A brand whose accounts came through a shared login takes no other accounts.
 */
export async function lockWithRoom(
  tx: Runner,
  tenantId: string,
  platform: string,
  perBrand: number,
): Promise<string | undefined> {
  const row = await tx.first(sql<{ id: string }>`
    select b.id from brands b where b.tenant_id = ${tenantId} and ${perBrand} > (
      select case when bool_or(a.login_id is not null) then ${perBrand} else count(*) end from accounts a
      where a.tenant_id = b.tenant_id and a.brand_id = b.id and a.platform = ${platform} and a.disconnected_at is null)
    order by b.created_at, b.id limit 1 for update of b`);
  return row?.id;
}
