import { type RawBuilder, sql } from 'kysely';
import type { PlatformReview } from '../../core/messaging/inbox.ts';
import type { StoredPerson } from '../../db/column-types.ts';
import { idsOf } from '../../db/lists/ids-of.ts';
import type { TimePosition } from '../../db/lists/keyset.ts';
import { rowsFor } from '../../db/lists/page-rows.ts';
import { perValue } from '../../db/lists/per-value.ts';
import type { Runner } from '../../db/query.ts';
import { accounts } from '../accounts/index.ts';
import { type InboxAccount, mayPredate } from '../inbox/index.ts';
import type { ReviewRow } from './review.ts';

const columns = sql`id, account_id, platform, platform_id, rating, text, author, reply, created_at, updated_at`;

export interface ReviewFilter {
  readonly accountId: string | undefined;
  /** undefined: all. */
  readonly brandIds: readonly string[] | undefined;
  readonly platform: string | undefined;
  readonly since: Date | undefined;
}

/** One page of reviews and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  { accountId, platform, since, brandIds }: ReviewFilter,
  after: TimePosition | undefined,
  limit: number,
): Promise<ReviewRow[]> {
  const conditions = [sql`tenant_id = ${tenantId}`, sql`deleted_at is null`];
  if (platform !== undefined) conditions.push(sql`platform = ${platform}`);
  if (since !== undefined) conditions.push(sql`created_at >= ${since}`);
  if (after !== undefined) conditions.push(sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]})`);
  const page = (ofAccount: RawBuilder<unknown>) => sql`select ${columns} from reviews
    where ${sql.join([...conditions, ofAccount], sql` and `)} order by created_at desc, id desc limit ${rowsFor(limit)}`;
  const source = perValue(await accounts.idsShown(db, tenantId, { accountId, brandIds }), sql`account_id`, page);
  return db.run(
    sql<ReviewRow>`select ${columns} from ${source} listed order by created_at desc, id desc limit ${rowsFor(limit)}`,
  );
}

/** The worst or the best reviews of an account first; those of one rating newest first. `after`: rating, time and id. */
export async function listByRating(
  db: Runner,
  tenantId: string,
  accountId: string,
  order: 'rating_asc' | 'rating_desc',
  after: readonly [number, string, string] | undefined,
  limit: number,
): Promise<ReviewRow[]> {
  const [direction, beyond] = order === 'rating_asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const rest =
    after === undefined
      ? sql``
      : sql`and (rating ${beyond} ${after[0]} or rating = ${after[0]} and (created_at, id) < (${after[1]}::timestamptz, ${after[2]}))`;
  return db.run(sql<ReviewRow>`
    select ${columns} from reviews where tenant_id = ${tenantId} and account_id = ${accountId} and deleted_at is null ${rest}
    order by rating ${direction}, created_at desc, id desc limit ${rowsFor(limit)}`);
}

/** A review of these brands, by our id or the platform's. */
export async function find(
  db: Runner,
  tenantId: string,
  id: string,
  brandIds: readonly string[] | undefined,
): Promise<ReviewRow | undefined> {
  return db.first(sql<ReviewRow>`
    select ${columns} from reviews where tenant_id = ${tenantId} and id = any (array${idsOf('reviews', tenantId, id)}) and deleted_at is null
      and ${accounts.isOfBrands(tenantId, brandIds, sql`account_id`)} limit 1`);
}

export interface ReviewSummary {
  readonly account_id: string;
  readonly average_rating: number;
  readonly total_count: number;
  readonly last_review_at: Date | null;
}

/** How accounts are rated; those without reviews are left out. */
export async function summaries(
  db: Runner,
  tenantId: string,
  accountIds: readonly string[],
): Promise<Map<string, ReviewSummary>> {
  const rows = await db.run(sql<ReviewSummary>`
    select account_id, round(avg(rating), 2)::float8 as average_rating, count(*)::int as total_count, max(created_at) as last_review_at
    from reviews where tenant_id = ${tenantId} and account_id = any (${accountIds}) and deleted_at is null group by account_id`);
  return new Map(rows.map((row) => [row.account_id, row]));
}

/** Notes the owner's reply, or that it is gone, and when that was changed here. */
export async function setReply(
  tx: Runner,
  { tenantId, accountId }: Pick<InboxAccount, 'tenantId' | 'accountId'>,
  platformId: string,
  text: string | null,
): Promise<void> {
  const reply = text === null ? null : JSON.stringify({ text, updated_at: new Date().toISOString() });
  await tx.run(sql`update reviews set reply = ${reply}::jsonb, reply_changed_at = now()
    where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${platformId}`);
}

export interface NewReview {
  readonly id: string;
  readonly review: PlatformReview;
  readonly author: StoredPerson;
  /** Its removal arrived before it. */
  readonly removedAt: Date | undefined;
}

/**
 * Writes or updates a review; its newest version wins. A list that was read before a reply was written or removed here
 * does not undo that. Undefined when it was removed.
 */
export async function upsert(
  tx: Runner,
  { tenantId, accountId, platform }: InboxAccount,
  { id, review, author, removedAt }: NewReview,
): Promise<{ id: string; is_new: boolean } | undefined> {
  const { platformId, rating, text, createdAt, updatedAt = createdAt, reply } = review;
  const isRemoved = removedAt !== undefined;
  const storedReply = reply && { text: reply.text, updated_at: reply.createdAt.toISOString() };
  return tx.first(sql<{ id: string; is_new: boolean }>`
    insert into reviews as r (tenant_id, id, account_id, platform, platform_id, rating, text, author, reply, created_at, updated_at, deleted_at)
    values (${tenantId}, ${id}, ${accountId}, ${platform}, ${platformId}, ${rating}, ${isRemoved ? null : (text ?? null)}, ${JSON.stringify(author)}::jsonb,
      ${storedReply === undefined ? null : JSON.stringify(storedReply)}::jsonb,
      ${createdAt}, ${updatedAt}, ${removedAt ?? null})
    on conflict (tenant_id, account_id, platform_id) do update set
      rating = excluded.rating, text = excluded.text, author = r.author || excluded.author,
      reply = case when ${mayPredate(sql`r.reply_changed_at`)} then r.reply else excluded.reply end, updated_at = excluded.updated_at
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
