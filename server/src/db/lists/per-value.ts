import { type RawBuilder, sql } from 'kysely';

/**
 * The first rows with each value of a column, such as the account, for `from`: an index has the rows of every value in order,
 * so the list reads a page of each and no more. `page` selects the page of rows with a condition, with its order and limit.
 * undefined: any value. `name`: another one where one `perValue` is in another.
 */
export function perValue(
  values: readonly string[] | undefined,
  column: RawBuilder<unknown>,
  page: (ofValue: RawBuilder<unknown>) => RawBuilder<unknown>,
  name = 'listed',
): RawBuilder<unknown> {
  if (values === undefined) return sql`(${page(sql`true`)})`;
  const listed = sql.ref(name);
  return sql`(select page.* from unnest(${values}::text[]) as ${listed} (value)
    cross join lateral (${page(sql`${column} = ${listed}.value`)}) page)`;
}
