import { sql } from 'kysely';
import type { PlatformReview } from '../../core/inbox.ts';
import type { StoredPerson } from '../../db/column-types.ts';
import type { TimePosition } from '../../db/keyset.ts';
import type { Runner } from '../../db/query.ts';
import type { InboxAccount } from '../inbox/index.ts';
import type { ReviewRow } from './review.ts';

export interface ReviewFilter {
  readonly accountId: string | undefined;
  readonly platform: string | undefined;
  readonly since: Date | undefined;
}

/** One page of reviews and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  { accountId, platform, since }: ReviewFilter,
  after: TimePosition | undefined,
  limit: number,
): Promise<ReviewRow[]> {
  const conditions = [sql`tenant_id = ${tenantId}`, sql`deleted_at is null`];
  if (accountId !== undefined) conditions.push(sql`account_id = ${accountId}`);
  if (platform !== undefined) conditions.push(sql`platform = ${platform}`);
  if (since !== undefined) conditions.push(sql`created_at >= ${since}`);
  if (after !== undefined) conditions.push(sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]})`);
  return db.run(sql<ReviewRow>`
    select id, account_id, platform, platform_id, rating, text, author, reply, created_at, updated_at
    from reviews where ${sql.join(conditions, sql` and `)} order by created_at desc, id desc limit ${limit + 1}`);
}

export interface NewReview {
  readonly id: string;
  readonly review: PlatformReview;
  readonly author: StoredPerson;
  /** Its removal arrived before it. */
  readonly removedAt: Date | undefined;
}

/** Writes or updates a review; its newest version and the newest reply win. Undefined when it was removed. */
export async function upsert(
  tx: Runner,
  { tenantId, accountId, platform }: InboxAccount,
  { id, review, author, removedAt }: NewReview,
): Promise<{ id: string; is_new: boolean } | undefined> {
  const { platformId, rating, text, createdAt, updatedAt = createdAt, reply, raw } = review;
  const isRemoved = removedAt !== undefined;
  const storedReply = reply && { text: reply.text, updated_at: reply.createdAt.toISOString() };
  return tx.first(sql<{ id: string; is_new: boolean }>`
    insert into reviews as r (tenant_id, id, account_id, platform, platform_id, rating, text, author, reply, raw, created_at, updated_at, deleted_at)
    values (${tenantId}, ${id}, ${accountId}, ${platform}, ${platformId}, ${rating}, ${isRemoved ? null : (text ?? null)}, ${JSON.stringify(author)}::jsonb,
      ${storedReply === undefined ? null : JSON.stringify(storedReply)}::jsonb, ${isRemoved ? null : JSON.stringify(raw ?? null)}::jsonb,
      ${createdAt}, ${updatedAt}, ${removedAt ?? null})
    on conflict (tenant_id, account_id, platform_id) do update set
      rating = excluded.rating, text = excluded.text, author = r.author || excluded.author, reply = excluded.reply, raw = excluded.raw,
      updated_at = excluded.updated_at
      where r.deleted_at is null and excluded.updated_at >= r.updated_at
    returning id, xmax = 0 as is_new`);
}

/** Blanks a review that was removed; false when it is not known. */
export async function remove(
  tx: Runner,
  { tenantId, accountId }: InboxAccount,
  platformId: string,
  at: Date,
): Promise<boolean> {
  const removed = await tx.run(sql`
    update reviews set text = null, reply = null, raw = null, deleted_at = least(deleted_at, ${at})
    where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${platformId} returning 1`);
  return removed.length > 0;
}
