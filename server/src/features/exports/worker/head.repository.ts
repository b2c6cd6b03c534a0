import { sql } from 'kysely';
import type { Runner } from '../../../db/query.ts';
import { media } from '../../media/index.ts';

export interface LogoRow {
  readonly id: string;
  readonly content_type: string;
}

/** Whom an export is about. A disconnected account and its brand may be gone. */
export interface HeadRow {
  readonly account: { readonly id: string; readonly username: string; readonly displayName: string };
  readonly brand: { readonly name: string; readonly timezone: string };
  /** The brand's, else the workspace's; null: none. */
  readonly logo: LogoRow | null;
}

export async function read(db: Runner, tenantId: string, accountId: string): Promise<HeadRow> {
  const row = await db.first(sql<{
    username: string | null;
    name: string | null;
    brand: string;
    timezone: string;
    brand_logo: LogoRow | null;
    own_logo: LogoRow | null;
  }>`
    select a.username, a.name, coalesce(b.name, p.name) as brand, coalesce(b.timezone, p.timezone) as timezone,
      brand_logo.logo as brand_logo, own_logo.logo as own_logo
    from workspace_profiles p
    left join accounts a on a.tenant_id = p.tenant_id and a.id = ${accountId}
    left join brands b on b.tenant_id = a.tenant_id and b.id = a.brand_id
    left join lateral (select ${media.logoColumn('b')}) brand_logo on true
    left join lateral (select ${media.logoColumn('p')}) own_logo on true
    where p.tenant_id = ${tenantId}`);
  if (row === undefined) throw new Error(`tenant ${tenantId} has no profile`);
  const username = row.username ?? accountId;
  return {
    account: { id: accountId, username, displayName: row.name || username },
    brand: { name: row.brand, timezone: row.timezone },
    logo: row.brand_logo ?? row.own_logo,
  };
}
