import { type RawBuilder, sql } from 'kysely';

/**
 * The ids of a tenant's rows that an id means, for `= any (array…)`: ours, or the platform's. Each column has its own index;
 * with `or` or a join the server may read all rows instead. The names are constants of the code, never input.
 */
export function idsOf(
  table: string,
  tenantId: string,
  id: string,
  columns: readonly string[] = ['id', 'platform_id'],
): RawBuilder<unknown> {
  const each = columns.map(
    (column) => sql`select id from ${sql.table(table)} where tenant_id = ${tenantId} and ${sql.ref(column)} = ${id}`,
  );
  return sql`(${sql.join(each, sql` union `)})`;
}
