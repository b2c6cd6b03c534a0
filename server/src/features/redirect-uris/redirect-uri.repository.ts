import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { RedirectUriRow } from './redirect-uri.ts';

const columns = sql`id, uri, label, created_at`;

/** One page of addresses and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<RedirectUriRow[]> {
  const beyond =
    after === undefined ? sql`true` : sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::text collate "C")`;
  return db.run(sql<RedirectUriRow>`
    select ${columns} from redirect_uris where tenant_id = ${tenantId} and ${beyond}
    order by created_at desc, id desc limit ${limit + 1}`);
}

/** Adds an address unless there are `max` already; then undefined. Locks the tenant's row: call it last. */
export async function insert(
  tx: Runner,
  tenantId: string,
  added: { readonly id: string; readonly uri: string; readonly label: string | null },
  max: number,
): Promise<RedirectUriRow | undefined> {
  await tx.run(sql`select 1 from tenants where tenant_id = ${tenantId} for update`);
  return tx.first(sql<RedirectUriRow>`
    insert into redirect_uris (tenant_id, id, uri, label)
    select ${tenantId}, ${added.id}, ${added.uri}, ${added.label}
    where (select count(*) from redirect_uris where tenant_id = ${tenantId}) < ${max}
    returning ${columns}`);
}

/** Removes an address; false when there was none. */
export async function remove(tx: Runner, tenantId: string, id: string): Promise<boolean> {
  const rows = await tx.run(sql`delete from redirect_uris where tenant_id = ${tenantId} and id = ${id} returning 1`);
  return rows.length > 0;
}

/** Whether the address is allowed. Every address is while none is registered. */
export async function isAllowed(db: Runner, tenantId: string, uri: string): Promise<boolean> {
  const row = await db.first(sql<{ allowed: boolean }>`
    select count(*) = 0 or count(*) filter (where uri = ${uri}) > 0 as allowed from redirect_uris where tenant_id = ${tenantId}`);
  return row?.allowed === true;
}
