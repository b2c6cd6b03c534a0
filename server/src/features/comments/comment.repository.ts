import { sql } from 'kysely';
import type { ModerationStatus } from '../../core/messaging/inbox.ts';
import { rowsFor } from '../../db/lists/page-rows.ts';
import type { Runner } from '../../db/query.ts';
import type { InboxAccount } from '../inbox/index.ts';
import type { CommentRow } from './comment.ts';

const commentColumns = sql`c.id, c.account_id, c.platform, c.inbox_post_id, c.platform_id, c.parent_platform_id, c.author, c.text, c.is_owner, c.like_count, c.is_hidden,
  c.is_liked, c.moderation_status, c.private_replied_at, c.created_at,
  (select p.id from comments p where p.tenant_id = c.tenant_id and p.account_id = c.account_id and p.platform_id = c.parent_platform_id and p.deleted_at is null) as parent_id,
  (select count(*)::int from comments r where r.tenant_id = c.tenant_id and r.inbox_post_id = c.inbox_post_id and r.parent_platform_id = c.platform_id and r.deleted_at is null) as reply_count,
  case when c.is_owner then (select a.created_by from actions a where a.tenant_id = c.tenant_id and a.account_id = c.account_id
    and a.platform_id = c.platform_id and a.kind = 'reply' limit 1) end as created_by`;

export interface CommentFilter {
  readonly inboxPostId: string;
  /** undefined: all comments of the post, replies too. */
  readonly parentPlatformId?: string | undefined;
  /** Comments without a status count as published. */
  readonly moderationStatus?: ModerationStatus | undefined;
  /** A part of the text. */
  readonly search?: string | undefined;
}

/** `recent`: newest first; `relevance`: most liked first. */
export type CommentOrder = 'recent' | 'relevance';

/** Comments whose text is searched for one page. */
export const SEARCHED_MAX = 10_000;

/** `fits`: it is on the page. `ends`: the search ended there, and the next page goes on behind it. */
export interface ListedComment extends CommentRow {
  readonly fits: boolean;
  readonly ends: boolean;
}

/** One page of comments and at least one row more, or where the search ended. `after`: the time or the number of likes, and the id. */
export async function list(
  db: Runner,
  tenantId: string,
  { inboxPostId, parentPlatformId, moderationStatus, search }: CommentFilter,
  order: CommentOrder,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<ListedComment[]> {
  const conditions = [sql`c.tenant_id = ${tenantId}`, sql`c.inbox_post_id = ${inboxPostId}`, sql`c.deleted_at is null`];
  if (parentPlatformId !== undefined) conditions.push(sql`c.parent_platform_id = ${parentPlatformId}`);
  if (moderationStatus === 'published')
    conditions.push(sql`(c.moderation_status is null or c.moderation_status = 'published')`);
  else if (moderationStatus !== undefined) conditions.push(sql`c.moderation_status = ${moderationStatus}`);
  const [key, type] = order === 'recent' ? [sql`c.created_at`, sql`timestamptz`] : [sql`c.like_count`, sql`int`];
  if (after !== undefined) conditions.push(sql`(${key}, c.id) < (${after[0]}::${type}, ${after[1]})`);
  const where = sql.join(conditions, sql` and `);
  const sorted = sql`order by ${key} desc, c.id desc`;
  if (search === undefined)
    return db.run(sql<ListedComment>`select ${commentColumns}, true as fits, false as ends from comments c
      where ${where} ${sorted} limit ${rowsFor(limit)}`);
  return db.run(sql<ListedComment>`select ${commentColumns}, c.fits, c.ends
    from (select c.*, position(lower(${search}) in lower(c.text)) > 0 as fits, row_number() over (${sorted}) = ${sql.lit(SEARCHED_MAX)} as ends
      from (select * from comments c where ${where} ${sorted} limit ${sql.lit(SEARCHED_MAX)}) c) c
    where c.fits or c.ends ${sorted} limit ${rowsFor(limit)}`);
}

/** A comment by our id or the platform's, on one post. */
export async function find(
  db: Runner,
  tenantId: string,
  inboxPostId: string,
  id: string,
): Promise<CommentRow | undefined> {
  return db.first(sql<CommentRow>`select ${commentColumns} from comments c
    where c.tenant_id = ${tenantId} and c.inbox_post_id = ${inboxPostId} and c.deleted_at is null and c.id = any (array(
      select id from comments where tenant_id = ${tenantId} and id = ${id}
      union select id from comments where tenant_id = ${tenantId} and platform_id = ${id}
        and account_id = (select account_id from inbox_posts where tenant_id = ${tenantId} and id = ${inboxPostId}))) limit 1`);
}

/** Our id of a comment with this platform id. */
export async function idOf(
  db: Runner,
  tenantId: string,
  accountId: string,
  platformId: string,
): Promise<string | undefined> {
  const row = await db.first(
    sql<{
      id: string;
    }>`select id from comments where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${platformId}`,
  );
  return row?.id;
}

export interface CommentChange {
  readonly text?: string;
  readonly isHidden?: boolean;
  readonly isLiked?: boolean;
  readonly moderationStatus?: ModerationStatus;
}

/** Notes a change that was made on the platform, and when. Where comments have a status, a hidden one is held for review. */
export async function change(
  tx: Runner,
  tenantId: string,
  accountId: string,
  platformId: string,
  { text, isHidden, isLiked, moderationStatus }: CommentChange,
): Promise<void> {
  await tx.run(sql`update comments set text = coalesce(${text ?? null}, text), is_hidden = coalesce(${isHidden ?? null}, is_hidden),
      is_liked = coalesce(${isLiked ?? null}, is_liked), moderation_status = coalesce(${moderationStatus ?? null},
        case when ${isHidden !== undefined} and moderation_status is not null then ${isHidden ? 'held_for_review' : 'published'} else moderation_status end),
      edited_at = case when ${text === undefined} then edited_at else tenant_now() end, changed_at = now()
    where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${platformId}`);
}

/** Blanks a comment that was removed, and counts its post anew. False when the comment is not known. */
export async function remove(
  tx: Runner,
  { tenantId, accountId }: Pick<InboxAccount, 'tenantId' | 'accountId'>,
  platformId: string,
  at: Date,
): Promise<boolean> {
  const removed = await tx.first(sql<{ inbox_post_id: string }>`
    update comments set text = '', raw = null, deleted_at = least(deleted_at, ${at})
    where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${platformId} returning inbox_post_id`);
  if (removed === undefined) return false;
  await recount(tx, tenantId, removed.inbox_post_id);
  return true;
}

/** Those among these platform ids of accounts that are further parts of our own threads. */
export async function threadParts(
  db: Runner,
  tenantId: string,
  accountIds: readonly string[],
  platformIds: readonly string[],
): Promise<{ account_id: string; platform_id: string }[]> {
  if (platformIds.length === 0) return [];
  return db.run(sql<{ account_id: string; platform_id: string }>`select account_id, platform_id from actions
    where tenant_id = ${tenantId} and account_id = any (${accountIds}) and kind = 'segment' and platform_id = any (${platformIds})`);
}

async function recount(tx: Runner, tenantId: string, inboxPostId: string): Promise<void> {
  await tx.run(sql`
    update inbox_posts i set comment_count = n.count, last_comment_at = n.latest, updated_at = tenant_now()
    from (select count(*)::int as count, max(created_at) as latest from comments
      where tenant_id = ${tenantId} and inbox_post_id = ${inboxPostId} and deleted_at is null) n
    where i.tenant_id = ${tenantId} and i.id = ${inboxPostId}`);
}

/**
 * Deletes a row that was taken for a comment. It is a mention below a post that is not known as the account's own.
 */
export async function giveUp(
  tx: Runner,
  { tenantId, accountId }: Pick<InboxAccount, 'tenantId' | 'accountId'>,
  platformId: string,
): Promise<void> {
  const gone = await tx.first(sql<{ inbox_post_id: string }>`
    delete from comments c using inbox_posts i
    where c.tenant_id = ${tenantId} and c.account_id = ${accountId} and c.platform_id = ${platformId} and not c.is_owner
      and i.tenant_id = c.tenant_id and i.id = c.inbox_post_id and i.post_id is null and i.permalink = ''
    returning c.inbox_post_id`);
  if (gone !== undefined) await recount(tx, tenantId, gone.inbox_post_id);
}

/** Takes the one private reply of a comment; false when it was taken. */
export async function takePrivateReply(tx: Runner, tenantId: string, id: string): Promise<boolean> {
  const taken = await tx.run(sql`update comments set private_replied_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id} and private_replied_at is null returning 1`);
  return taken.length > 0;
}

/** The private reply was not sent, so another one may be. */
export async function freePrivateReply(
  tx: Runner,
  tenantId: string,
  accountId: string,
  platformId: string,
): Promise<void> {
  await tx.run(sql`update comments set private_replied_at = null
    where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${platformId}`);
}

/** The platform ids among these whose comment was erased, because its author asked for it. */
export async function erasedAmong(
  tx: Runner,
  { tenantId, accountId }: InboxAccount,
  platformIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.run(sql<{ platform_id: string }>`
    select platform_id from comments
    where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = any (${platformIds}) and author ->> 'id' = ''`);
  return new Set(rows.map((row) => row.platform_id));
}
