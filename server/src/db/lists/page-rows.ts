import { type RawBuilder, sql } from 'kysely';
import { PAGE_MAX } from '../../core/page.ts';

/** Few numbers, so that a connection prepares few statements for a list. */
const ROWS = [26, 51, PAGE_MAX + 1];

/** The number of rows that are read for a page of `limit`: at least one more, which tells that there is a next page. */
export function pageRows(limit: number): number {
  return ROWS.find((rows) => rows > limit) ?? limit + 1;
}

/** The same as a constant of the statement. For a parameter the server may plan a list as if it were read to its end. */
export function rowsFor(limit: number): RawBuilder<unknown> {
  return sql.lit(pageRows(limit));
}
