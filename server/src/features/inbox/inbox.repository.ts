import { type RawBuilder, sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { InboxAccount } from './inbox-account.ts';

export interface Opened {
  /** Items made before this moment are history. */
  readonly newsSince: Date;
  /** The tenant's time. */
  readonly now: Date;
  readonly hasErasedPeople: boolean;
}

/** Locks the inboxes of accounts in the order of their ids. Returns the facts of each. */
export async function open(tx: Runner, tenantId: string, accountIds: readonly string[]): Promise<Map<string, Opened>> {
  const sorted = [...new Set(accountIds)].sort();
  const rows = await tx.run(sql<{ id: string; since: Date | null; now: Date; hasErasedPeople: boolean }>`
    select id, open_inbox(${tenantId}, id) as since, tenant_now() as now, has_erased_people(${tenantId}) as "hasErasedPeople"
    from unnest(${sorted}::text[]) as a (id)`);
  // Without the account's row nothing is news.
  return new Map(rows.map(({ id, since, ...facts }) => [id, { newsSince: since ?? new Date(8.64e15), ...facts }]));
}

/** Locks the inbox like `open_inbox`, unless somebody has it: then it is false. */
export function isInboxFree(tenantId: string, accountId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${tenantId} || ' ' || ${accountId}, 20))`;
}

/** The answer of a platform may be so old when it is stored. */
const READING_MINUTES_MAX = 2;

/** Whether an answer that is stored now may have been made before this time, so that it knows nothing of a change then. */
export function mayPredate(at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${at} > now() - interval '1 minute' * ${READING_MINUTES_MAX}`;
}

export type ChangedItem = 'comment' | 'message' | 'mention' | 'review' | 'conversation';

export interface EarlyChange {
  readonly change: string;
  /** The person behind a reaction; empty elsewhere. */
  readonly actor: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Keeps a change until its item arrives. Of the same kind by the same actor the newest stays. */
export async function keepChange(
  tx: Runner,
  { tenantId, accountId }: InboxAccount,
  item: ChangedItem,
  platformId: string,
  { change, actor, at, data }: EarlyChange,
): Promise<void> {
  await tx.run(sql`
    insert into early_changes as c (tenant_id, account_id, item, platform_id, change, actor, at, data)
    values (${tenantId}, ${accountId}, ${item}, ${platformId}, ${change}, ${actor}, ${at}, ${JSON.stringify(data)}::jsonb)
    on conflict (tenant_id, account_id, item, platform_id, change, actor) do update set at = excluded.at, data = excluded.data
      where (c.at, c.data::text) < (excluded.at, excluded.data::text)`);
}

/** Takes the changes that arrived before these items, the oldest first. */
export async function takeChanges(
  tx: Runner,
  tenantId: string,
  item: ChangedItem,
  keys: readonly { readonly accountId: string; readonly platformId: string }[],
): Promise<(EarlyChange & { readonly account_id: string; readonly platform_id: string })[]> {
  const [accountIds, platformIds] = [keys.map(({ accountId }) => accountId), keys.map(({ platformId }) => platformId)];
  // Lists are conditions of the index in any plan. A join alone may read all rows of the tenant.
  const rows = await tx.run(sql<EarlyChange & { account_id: string; platform_id: string }>`
    delete from early_changes where tenant_id = ${tenantId} and item = ${item} and account_id = any (${accountIds}) and platform_id = any (${platformIds})
      and (account_id, platform_id) in (select * from unnest(${accountIds}::text[], ${platformIds}::text[]))
    returning account_id, platform_id, change, actor, at, data`);
  return rows.sort((a, b) => a.at.getTime() - b.at.getTime());
}
