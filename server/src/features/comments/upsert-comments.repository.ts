import { sql } from 'kysely';
import type { PlatformComment } from '../../core/messaging/inbox.ts';
import type { StoredPerson } from '../../db/column-types.ts';
import type { Runner } from '../../db/query.ts';
import { mayPredate } from '../inbox/index.ts';

export interface NewComment {
  readonly id: string;
  readonly accountId: string;
  readonly platform: string;
  readonly inboxPostId: string;
  /** The post is known as the account's own. */
  readonly isOwnPost: boolean;
  readonly comment: PlatformComment;
  readonly author: StoredPerson;
  /** Its removal arrived before it. */
  readonly removedAt: Date | undefined;
}

export interface WrittenComment {
  readonly id: string;
  readonly account_id: string;
  readonly platform_id: string;
  readonly is_new: boolean;
  /** It was taken for a mention before its post was known. */
  readonly was_mention: boolean;
}

/**
 * Writes or updates comments, none of them twice. The newest text wins. Facts that the platform did not send stay, and so do
 * marks that were changed here since it may have answered. A removed comment stays removed, and a mention stays one, unless
 * the post is known as the account's own. Returns the written ones.
 */
export async function upsertComments(
  tx: Runner,
  tenantId: string,
  news: readonly NewComment[],
): Promise<WrittenComment[]> {
  const platformIds = news.map(({ comment }) => comment.platformId);
  const accountIds = [...new Set(news.map(({ accountId }) => accountId))];
  const postIds = [...new Set(news.map(({ inboxPostId }) => inboxPostId))];
  const isOlder = mayPredate(sql`c.changed_at`);
  // Lists are conditions of an index in any plan. A join alone may read all rows of the tenant.
  return tx.run(sql<WrittenComment>`
    with item as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(news.map(toRow))}::jsonb) as r (id text, account_id text, platform text, inbox_post_id text,
        is_own_post boolean, platform_id text, parent_platform_id text, author jsonb, text text, is_owner boolean, like_count int, is_hidden boolean,
        is_liked boolean, moderation_status text, permalink text, created_at timestamptz, edited_at timestamptz, deleted_at timestamptz)
    ), written as (
      insert into comments as c (tenant_id, id, account_id, platform, inbox_post_id, platform_id, parent_platform_id, author, text, is_owner,
        like_count, is_hidden, is_liked, moderation_status, permalink, created_at, edited_at, deleted_at)
      select ${tenantId}, r.id, r.account_id, r.platform, r.inbox_post_id, r.platform_id, r.parent_platform_id, r.author, r.text, r.is_owner,
        coalesce(r.like_count, 0), coalesce(r.is_hidden, false), coalesce(r.is_liked, false), r.moderation_status, r.permalink,
        r.created_at, r.edited_at, r.deleted_at
      from item r where r.is_own_post or (
        select count(*) from mentions m where m.tenant_id = ${tenantId} and m.account_id = r.account_id and m.platform_id = r.platform_id) = 0
      on conflict (tenant_id, account_id, platform_id) do update set
        text = case when coalesce(excluded.edited_at, excluded.created_at) >= coalesce(c.edited_at, c.created_at) then excluded.text else c.text end,
        edited_at = greatest(c.edited_at, excluded.edited_at),
        author = c.author || excluded.author,
        (like_count, is_hidden, is_liked) = (
          select coalesce(r.like_count, c.like_count), case when ${isOlder} then c.is_hidden else coalesce(r.is_hidden, c.is_hidden) end,
            case when ${isOlder} then c.is_liked else coalesce(r.is_liked, c.is_liked) end
          from item r where r.account_id = excluded.account_id and r.platform_id = excluded.platform_id),
        moderation_status = case when ${isOlder} then c.moderation_status else coalesce(excluded.moderation_status, c.moderation_status) end,
        permalink = coalesce(excluded.permalink, c.permalink),
        parent_platform_id = coalesce(excluded.parent_platform_id, c.parent_platform_id)
        where c.deleted_at is null
      returning id, account_id, platform_id, inbox_post_id, xmax = 0 as is_new, created_at, deleted_at
    ), counted as (
      update inbox_posts i set comment_count = i.comment_count + n.count, last_comment_at = greatest(i.last_comment_at, n.latest),
        updated_at = tenant_now()
      from (
        select inbox_post_id, count(*)::int as count, max(created_at) as latest from written where is_new and deleted_at is null group by 1
      ) n
      where i.tenant_id = ${tenantId} and i.id = any (${postIds}) and i.id = n.inbox_post_id
    ), mistaken as (
      delete from mentions m using item r
      where m.tenant_id = ${tenantId} and m.account_id = any (${accountIds}) and m.platform_id = any (${platformIds})
        and r.is_own_post and r.account_id = m.account_id and r.platform_id = m.platform_id
      returning m.account_id, m.platform_id
    )
    select id, account_id, platform_id, is_new,
      exists (select from mistaken m where m.account_id = w.account_id and m.platform_id = w.platform_id) as was_mention
    from written w`);
}

function toRow({ id, accountId, platform, inboxPostId, isOwnPost, comment, author, removedAt }: NewComment) {
  const status = comment.moderationStatus;
  return {
    id,
    account_id: accountId,
    platform,
    inbox_post_id: inboxPostId,
    is_own_post: isOwnPost,
    platform_id: comment.platformId,
    parent_platform_id: comment.parentId,
    author,
    text: removedAt === undefined ? comment.text : '',
    is_owner: comment.isOwner,
    like_count: comment.likeCount,
    is_hidden: comment.isHidden ?? (status === undefined ? undefined : status !== 'published'),
    is_liked: comment.isLiked,
    moderation_status: status,
    permalink: comment.permalink,
    created_at: comment.createdAt,
    edited_at: comment.editedAt,
    deleted_at: removedAt,
  };
}
