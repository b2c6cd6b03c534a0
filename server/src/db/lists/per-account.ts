import { type RawBuilder, sql } from 'kysely';

/**
 * The first rows of the accounts, for `from`: every account's rows come in order from an index, so the list reads a page of
 * each and no more. `page` selects the page of rows with a condition, with its order and limit. undefined: any account.
 */
export function perAccount(
  accountIds: readonly string[] | undefined,
  accountId: RawBuilder<unknown>,
  page: (ofAccount: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (accountIds === undefined) return sql`(${page(sql`true`)})`;
  return sql`(select page.* from unnest(${accountIds}::text[]) as listed (account_id)
    cross join lateral (${page(sql`${accountId} = listed.account_id`)}) page)`;
}
