import { sql } from 'kysely';
import type { TimePosition } from '../../../db/lists/keyset.ts';
import type { Runner } from '../../../db/query.ts';
import { type AccountFilter, chosenAccounts, type Period } from './period.repository.ts';
import type { AccountDay } from './series.ts';

export interface ShownAccount {
  readonly id: string;
  readonly platform: string;
  readonly username: string;
  readonly created_at: Date;
}

/** One page of connected accounts and one more, newest first. */
export async function accounts(
  db: Runner,
  tenantId: string,
  filter: AccountFilter,
  after: TimePosition | undefined,
  limit: number,
): Promise<ShownAccount[]> {
  const rest = after === undefined ? sql`` : sql`and (created_at, id) < (${after[0]}::timestamptz, ${after[1]})`;
  return db.run(sql<ShownAccount>`
    select id, platform, username, created_at from accounts
    where tenant_id = ${tenantId} and disconnected_at is null and id in (${chosenAccounts(tenantId, filter)}) ${rest}
    order by created_at desc, id desc limit ${limit + 1}`);
}

/** The connected accounts that a request asks for, newest first. */
export async function accountIds(db: Runner, tenantId: string, filter: AccountFilter): Promise<string[]> {
  const rows = await db.run(sql<{ id: string }>`
    select id from accounts where tenant_id = ${tenantId} and disconnected_at is null and id in (${chosenAccounts(tenantId, filter)})
    order by created_at desc, id desc`);
  return rows.map(({ id }) => id);
}

/** The days of accounts in a period, oldest first. What the platform tells wins over what we counted. */
export async function days(
  db: Runner,
  tenantId: string,
  accountIds: readonly string[],
  { from, to }: Pick<Period, 'from' | 'to'>,
): Promise<AccountDay[]> {
  return db.run(sql<AccountDay>`
    select account_id, day::text, counted || told as metrics from account_days
    where tenant_id = ${tenantId} and account_id = any (${accountIds}) and day between ${from}::date and ${to}::date
    order by day, account_id`);
}
