import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the tenant of the row `alias` is suspended. Where nothing is suspended, one look at an empty table decides for the whole
 * statement.
 */
export function isSuspended(alias: string): RawBuilder<boolean> {
  const tenantId = sql.ref(`${alias}.tenant_id`);
  return sql<boolean>`(exists (select from holds) and exists (select from holds h where h.tenant_id = ${tenantId}))`;
}
