import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { InboxAccount } from './inbox-account.ts';

/** Locks the account's inbox. Returns since when its items are news, and the tenant's time. */
export async function open(
  tx: Runner,
  { tenantId, accountId }: InboxAccount,
): Promise<{ readonly newsSince: Date; readonly now: Date }> {
  const row = await tx.first(
    sql<{ since: Date | null; now: Date }>`select open_inbox(${tenantId}, ${accountId}) as since, tenant_now() as now`,
  );
  // Without the account's row nothing is news.
  return { newsSince: row?.since ?? new Date(8.64e15), now: row?.now ?? new Date() };
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

/** Takes the changes that arrived before these items: by platform id, oldest first. */
export async function takeChanges(
  tx: Runner,
  { tenantId, accountId }: InboxAccount,
  item: ChangedItem,
  platformIds: readonly string[],
): Promise<Map<string, EarlyChange[]>> {
  const rows = await tx.run(sql<EarlyChange & { platform_id: string }>`
    delete from early_changes where tenant_id = ${tenantId} and account_id = ${accountId} and item = ${item} and platform_id = any (${platformIds})
    returning platform_id, change, actor, at, data`);
  return Map.groupBy(
    rows.sort((a, b) => a.at.getTime() - b.at.getTime()),
    (row) => row.platform_id,
  );
}
