import { type RawBuilder, sql } from 'kysely';

/**
 * The first rows of each account, for `from`: every account's rows come in order from an index, so the list reads a page
 * of each and no more. `page` selects the page of one account, with its order and limit.
 */
export function perAccount(
  accountIds: readonly string[],
  page: (accountId: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(select page.* from unnest(${accountIds}::text[]) as listed (account_id) cross join lateral (${page(sql`listed.account_id`)}) page)`;
}
