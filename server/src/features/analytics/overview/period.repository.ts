import { type RawBuilder, sql } from 'kysely';
import type { Runner } from '../../../db/query.ts';

/** Days such as `2027-01-31`, both included, in an IANA zone. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

export interface AccountFilter {
  readonly accountId: string | undefined;
  /** undefined: all. */
  readonly brandIds: readonly string[] | undefined;
}

/** The zone of a brand; the workspace's for a brand without one and for no brand. */
export async function zoneOf(db: Runner, tenantId: string, brandId: string | undefined): Promise<string> {
  const row = await db.first(sql<{ timezone: string }>`
    select coalesce((select b.timezone from brands b where b.tenant_id = ${tenantId} and b.id = ${brandId ?? null}), p.timezone) as timezone
    from workspace_profiles p where p.tenant_id = ${tenantId}`);
  return row?.timezone ?? 'UTC';
}

/** The ids of the accounts that a request asks for and its actor reaches. */
export function chosenAccounts(tenantId: string, { accountId, brandIds }: AccountFilter): RawBuilder<unknown> {
  const conditions = [sql`tenant_id = ${tenantId}`];
  if (accountId !== undefined) conditions.push(sql`id = ${accountId}`);
  if (brandIds !== undefined) conditions.push(sql`brand_id = any (${brandIds})`);
  return sql`select id from accounts where ${sql.join(conditions, sql` and `)}`;
}

/** The first instant of a period. */
export function startOf({ from, zone }: Period): RawBuilder<Date> {
  return sql`(${from}::date::timestamp at time zone ${zone})`;
}

/** The first instant after a period. */
export function endOf({ to, zone }: Period): RawBuilder<Date> {
  return sql`((${to}::date + 1)::timestamp at time zone ${zone})`;
}
