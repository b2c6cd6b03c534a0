import { sql } from 'kysely';
import type { HeldItem } from '../core/messaging/inbox.ts';
import type { Runner } from '../db/query.ts';
import type { PollJob } from './polling.repository.ts';

export interface RecheckedItem extends HeldItem {
  /** The position behind this item. */
  readonly position: string;
}

/** Whether the account's items may be asked about now, and where the last question ended. */
export async function due(
  db: Runner,
  { tenantId, accountId }: Pick<PollJob, 'tenantId' | 'accountId'>,
): Promise<{ readonly position: string | null } | undefined> {
  return db.first(sql<{ position: string | null }>`select recheck_position as position from accounts
    where tenant_id = ${tenantId} and id = ${accountId} and recheck_due_at <= now()`);
}

/**
 * Items of the account behind a position, newest first: comments and mentions of 30 days, reviews of any age. A very young
 * one may only not be visible yet. A comment that is hidden or kept back by moderation need not be found by its id.
 */
export async function itemsAfter(
  db: Runner,
  { tenantId, accountId }: Pick<PollJob, 'tenantId' | 'accountId'>,
  position: string | null,
  limit: number,
): Promise<RecheckedItem[]> {
  const [time, ...id] = position?.split(' ') ?? [];
  const of = (item: HeldItem['item'], table: string, days?: number) => sql`(
    select ${item} as item, platform_id, created_at from ${sql.table(table)}
    where tenant_id = ${tenantId} and account_id = ${accountId} and deleted_at is null
      and created_at < tenant_now() - interval '5 minutes'
      ${item === 'comment' ? sql`and not is_hidden and coalesce(moderation_status, 'published') = 'published'` : sql``}
      ${days === undefined ? sql`` : sql`and created_at > tenant_now() - ${days} * interval '1 day'`}
      ${time === undefined ? sql`` : sql`and (created_at, platform_id) < (${time}::timestamptz, ${id.join(' ')})`}
    order by created_at desc, platform_id desc limit ${limit})`;
  const rows = await db.run(sql<{ item: HeldItem['item']; platform_id: string; created_at: Date }>`
    ${of('comment', 'comments', 30)} union all ${of('mention', 'mentions', 30)} union all ${of('review', 'reviews')}
    order by created_at desc, platform_id desc limit ${limit}`);
  return rows.map(({ item, platform_id: platformId, created_at: at }) => ({
    item,
    platformId,
    position: `${at.toISOString()} ${platformId}`,
  }));
}

/** Notes where a question ended and when the next one follows. */
export async function settle(
  tx: Runner,
  { tenantId, accountId }: Pick<PollJob, 'tenantId' | 'accountId'>,
  { position, afterSeconds }: { readonly position: string | null; readonly afterSeconds: number },
): Promise<void> {
  await tx.run(sql`update accounts set recheck_position = ${position}, recheck_due_at = now() + ${afterSeconds}::float8 * interval '1 second'
    where tenant_id = ${tenantId} and id = ${accountId}`);
}
