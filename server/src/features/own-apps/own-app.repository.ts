import { sql } from 'kysely';
import type { AppCredentials } from '../../core/session.ts';
import type { Vault } from '../../core/tools.ts';
import type { Runner } from '../../db/query.ts';
import { decryptApp, encryptApp, hintOf, type OwnAppRow, PLATFORM } from './own-app.ts';

const columns = sql`brand_id, client_id_hint, created_at, updated_at`;

/** One page of sets and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  filter: { after: readonly [string, string] | undefined; limit: number },
): Promise<OwnAppRow[]> {
  const beyond =
    filter.after === undefined
      ? sql`true`
      : sql`(created_at, brand_id) < (${filter.after[0]}::timestamptz, ${filter.after[1]}::text collate "C")`;
  return db.run(sql<OwnAppRow>`
    select ${columns} from own_apps where tenant_id = ${tenantId} and platform = ${PLATFORM} and ${beyond}
    order by created_at desc, brand_id desc limit ${filter.limit + 1}`);
}

/** The app of a brand, or the default app when the brand has none. */
export async function find(
  db: Runner,
  vault: Vault,
  tenantId: string,
  brandId: string | undefined,
): Promise<{ app: AppCredentials; source: 'user' | 'brand' } | undefined> {
  const row = await db.first(sql<{ brand_id: string; credentials: string }>`
    select brand_id, credentials from own_apps
    where tenant_id = ${tenantId} and platform = ${PLATFORM} and brand_id in ('', ${brandId ?? ''})
    order by brand_id desc limit 1`);
  if (row === undefined) return undefined;
  return {
    app: decryptApp(vault, tenantId, row.brand_id, row.credentials),
    source: row.brand_id === '' ? 'user' : 'brand',
  };
}

export async function save(
  tx: Runner,
  vault: Vault,
  tenantId: string,
  brandId: string,
  app: AppCredentials,
): Promise<void> {
  await tx.run(sql`
    insert into own_apps (tenant_id, platform, brand_id, client_id_hint, credentials)
    values (${tenantId}, ${PLATFORM}, ${brandId}, ${hintOf(app.clientId)}, ${encryptApp(vault, tenantId, brandId, app)})
    on conflict (tenant_id, platform, brand_id) do update
      set client_id_hint = excluded.client_id_hint, credentials = excluded.credentials, updated_at = now()`);
}

/** Removes a set of credentials; false when there was none. */
export async function remove(tx: Runner, tenantId: string, brandId: string): Promise<boolean> {
  const rows = await tx.run(sql`
    delete from own_apps where tenant_id = ${tenantId} and platform = ${PLATFORM} and brand_id = ${brandId} returning 1`);
  return rows.length > 0;
}
