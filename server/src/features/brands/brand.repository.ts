import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { BrandRow } from './brand.ts';

const columns = sql`b.id, b.name, b.created_at, b.updated_at,
  (select count(*)::int from accounts a where a.tenant_id = b.tenant_id and a.brand_id = b.id and a.disconnected_at is null) as accounts_count`;

/** One page of brands and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  filter: { after: readonly [string, string] | undefined; ids: readonly string[]; limit: number },
): Promise<BrandRow[]> {
  const conditions = [sql`b.tenant_id = ${tenantId}`];
  if (filter.ids.length > 0) conditions.push(sql`b.id = any (${filter.ids})`);
  if (filter.after !== undefined)
    conditions.push(sql`(b.created_at, b.id) < (${filter.after[0]}::timestamptz, ${filter.after[1]})`);
  return db.run(sql<BrandRow>`select ${columns} from brands b where ${sql.join(conditions, sql` and `)}
    order by b.created_at desc, b.id desc limit ${filter.limit + 1}`);
}

/** Makes a brand unless the plan's number is reached; then the refusal is `brand_limit`. The tenant's row serialises. */
export async function insert(tx: Runner, tenantId: string, id: string, name: string, max: number): Promise<BrandRow> {
  await tx.run(sql`select 1 from tenants where tenant_id = ${tenantId} for update`);
  const row = await tx.first(sql<BrandRow>`
    with room as (
      select case when ${max}::int <> -1 and count(*) >= ${max}::int then refuse('brand_limit') end from brands where tenant_id = ${tenantId}
    )
    insert into brands (tenant_id, id, name) select ${tenantId}, ${id}, ${name} from room
    returning id, name, created_at, updated_at, 0 as accounts_count`);
  return row as BrandRow;
}

export async function rename(tx: Runner, tenantId: string, id: string, name: string): Promise<BrandRow | undefined> {
  return tx.first(
    sql<BrandRow>`update brands b set name = ${name}, updated_at = now() where tenant_id = ${tenantId} and id = ${id} returning ${columns}`,
  );
}

/** Whether there was such a brand. */
export async function remove(tx: Runner, tenantId: string, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from brands where tenant_id = ${tenantId} and id = ${id} returning 1`)).length > 0;
}

export async function accountIds(tx: Runner, tenantId: string, id: string): Promise<string[]> {
  const rows = await tx.run(
    sql<{
      id: string;
    }>`select id from accounts where tenant_id = ${tenantId} and brand_id = ${id} and disconnected_at is null`,
  );
  return rows.map((row) => row.id);
}
