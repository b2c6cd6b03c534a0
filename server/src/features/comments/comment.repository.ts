import { sql } from 'kysely';
import type { OwnPost } from '../../core/account-abilities.ts';
import { newId } from '../../core/ids.ts';
import type { Runner } from '../../db/query.ts';
import { accounts } from '../accounts/index.ts';
import type { CommentRow, InboxPostRow } from './comment.ts';

const postColumns = sql`i.id, i.account_id, i.platform, i.platform_id, i.post_id, i.content, i.thumbnail, i.permalink, i.comment_count,
  i.like_count, i.published_at, i.last_comment_at, i.created_at, i.updated_at`;

const commentColumns = sql`c.id, c.account_id, c.platform, c.inbox_post_id, c.platform_id, c.author, c.text, c.is_owner, c.like_count, c.is_hidden, c.created_at,
  (select p.id from comments p where p.tenant_id = c.tenant_id and p.account_id = c.account_id and p.platform_id = c.parent_platform_id) as parent_id,
  (select count(*)::int from comments r where r.tenant_id = c.tenant_id and r.inbox_post_id = c.inbox_post_id and r.parent_platform_id = c.platform_id) as reply_count`;

export interface InboxPostFilter {
  readonly accountId?: string;
  /** undefined: all. */
  readonly brandIds: readonly string[] | undefined;
  readonly platform?: string;
  readonly commentsMin: number;
  readonly since?: Date;
  readonly order: 'asc' | 'desc';
  readonly after?: readonly [string, string];
  readonly limit: number;
}

/** One page of posts that have comments and one row more, by the time of their latest comment. */
export async function listCommentedPosts(
  db: Runner,
  tenantId: string,
  filter: InboxPostFilter,
): Promise<InboxPostRow[]> {
  const direction = sql.raw(filter.order);
  const conditions = [sql`i.tenant_id = ${tenantId}`, sql`i.last_comment_at is not null`];
  if (filter.accountId !== undefined) conditions.push(sql`i.account_id = ${filter.accountId}`);
  if (filter.platform !== undefined) conditions.push(sql`i.platform = ${filter.platform}`);
  if (filter.brandIds !== undefined)
    conditions.push(sql`i.account_id in ${accounts.ofBrands(tenantId, filter.brandIds)}`);
  if (filter.commentsMin > 0) conditions.push(sql`i.comment_count >= ${filter.commentsMin}`);
  if (filter.since !== undefined) conditions.push(sql`i.last_comment_at >= ${filter.since}`);
  if (filter.after !== undefined)
    conditions.push(
      sql`(i.last_comment_at, i.id) ${sql.raw(filter.order === 'desc' ? '<' : '>')} (${filter.after[0]}::timestamptz, ${filter.after[1]})`,
    );
  return db.run(sql<InboxPostRow>`select ${postColumns} from inbox_posts i where ${sql.join(conditions, sql` and `)}
    order by i.last_comment_at ${direction}, i.id ${direction} limit ${filter.limit + 1}`);
}

/** Where a post is looked for; undefined: everywhere. */
export interface Reach {
  readonly accountId: string | undefined;
  readonly brandIds: readonly string[] | undefined;
}

function within(tenantId: string, { accountId, brandIds }: Reach) {
  const ofAccount = accountId === undefined ? sql`` : sql`and account_id = ${accountId}`;
  const ofBrands = brandIds === undefined ? sql`` : sql`and account_id in ${accounts.ofBrands(tenantId, brandIds)}`;
  return sql`${ofAccount} ${ofBrands}`;
}

/** The commented posts that an id means: our inbox post id, our post id or the platform's id. */
export async function findPosts(db: Runner, tenantId: string, id: string, reach: Reach): Promise<InboxPostRow[]> {
  return db.run(sql<InboxPostRow>`select ${postColumns} from inbox_posts i
    where i.tenant_id = ${tenantId} and (i.id = ${id} or i.platform_id = ${id} or i.post_id = ${id}) ${within(tenantId, reach)} limit 2`);
}

/** The published targets that an id means, for posts that have no comments yet. */
export async function findPublished(
  db: Runner,
  tenantId: string,
  id: string,
  reach: Reach,
): Promise<{ account_id: string; platform_id: string }[]> {
  return db.run(sql<{ account_id: string; platform_id: string }>`select account_id, platform_id from actions
    where tenant_id = ${tenantId} and kind = 'publish' and platform_id is not null and (platform_id = ${id} or post_id = ${id}) ${within(tenantId, reach)} limit 2`);
}

export interface CommentFilter {
  readonly inboxPostId: string;
  /** undefined: all comments of the post, replies too. */
  readonly parentPlatformId?: string;
  readonly after?: readonly [string, string];
  readonly limit: number;
}

/** One page of comments and one row more, newest first. */
export async function list(db: Runner, tenantId: string, filter: CommentFilter): Promise<CommentRow[]> {
  const conditions = [sql`c.tenant_id = ${tenantId}`, sql`c.inbox_post_id = ${filter.inboxPostId}`];
  if (filter.parentPlatformId !== undefined) conditions.push(sql`c.parent_platform_id = ${filter.parentPlatformId}`);
  if (filter.after !== undefined)
    conditions.push(sql`(c.created_at, c.id) < (${filter.after[0]}::timestamptz, ${filter.after[1]})`);
  return db.run(sql<CommentRow>`select ${commentColumns} from comments c where ${sql.join(conditions, sql` and `)}
    order by c.created_at desc, c.id desc limit ${filter.limit + 1}`);
}

/** A comment by our id or the platform's, on one post. */
export async function find(
  db: Runner,
  tenantId: string,
  inboxPostId: string,
  id: string,
): Promise<CommentRow | undefined> {
  return db.first(sql<CommentRow>`select ${commentColumns} from comments c
    where c.tenant_id = ${tenantId} and c.inbox_post_id = ${inboxPostId} and (c.id = ${id} or c.platform_id = ${id}) limit 1`);
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

/** Writes the post's row unless it exists, with our own facts when we published it. Returns its id. */
export async function ensurePost(
  tx: Runner,
  tenantId: string,
  newId: string,
  accountId: string,
  platform: string,
  platformPostId: string,
): Promise<string> {
  const row = await tx.first(sql<{ id: string }>`
    insert into inbox_posts as i (tenant_id, id, account_id, platform, platform_id, post_id, content, thumbnail, permalink, published_at)
    select ${tenantId}, ${newId}, ${accountId}, ${platform}, ${platformPostId}, p.id, coalesce(a.input->>'text', p.text, ''),
      coalesce(coalesce(a.input->'media', p.media)->0->>'source', ''), coalesce(a.permalink, ''), a.published_at
    from (select 1) one
    left join actions a on a.tenant_id = ${tenantId} and a.account_id = ${accountId} and a.platform_id = ${platformPostId} and a.kind = 'publish'
    left join posts p on p.tenant_id = a.tenant_id and p.id = a.post_id
    limit 1
    on conflict (tenant_id, account_id, platform_id) do update set updated_at = i.updated_at
    returning i.id`);
  return (row as { id: string }).id;
}

/** Writes an account's posts as the platform lists them, ours or not. Each is stored once and updated. */
export async function storePosts(
  tx: Runner,
  tenantId: string,
  { accountId, platform }: { readonly accountId: string; readonly platform: string },
  posts: readonly OwnPost[],
): Promise<void> {
  const rows = posts.map((post) => ({
    id: newId('ip'),
    platform_id: post.platformId,
    content: post.text,
    thumbnail: post.thumbnailUrl ?? '',
    permalink: post.permalink,
    like_count: post.likeCount ?? 0,
    published_at: post.createdAt,
  }));
  await tx.run(sql`
    insert into inbox_posts as i (tenant_id, id, account_id, platform, platform_id, post_id, content, thumbnail, permalink, like_count, published_at)
    select distinct on (r.platform_id) ${tenantId}, r.id, ${accountId}, ${platform}, r.platform_id, a.post_id, r.content, r.thumbnail, r.permalink, r.like_count, r.published_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id text, platform_id text, content text, thumbnail text, permalink text, like_count integer, published_at timestamptz)
    left join actions a on a.tenant_id = ${tenantId} and a.account_id = ${accountId} and a.platform_id = r.platform_id and a.kind = 'publish'
    order by r.platform_id
    on conflict (tenant_id, account_id, platform_id) do update set content = excluded.content, thumbnail = excluded.thumbnail,
      permalink = excluded.permalink, like_count = excluded.like_count, published_at = excluded.published_at, updated_at = tenant_now()`);
}

/** Changes of a comment on its platform. */
export async function change(
  tx: Runner,
  tenantId: string,
  accountId: string,
  platformId: string,
  { text, isHidden }: { readonly text?: string; readonly isHidden?: boolean },
): Promise<void> {
  await tx.run(sql`update comments set text = coalesce(${text ?? null}, text), is_hidden = coalesce(${isHidden ?? null}, is_hidden)
    where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${platformId}`);
}

export interface NewComment {
  readonly id: string;
  readonly inboxPostId: string;
  readonly platformId: string;
  readonly parentPlatformId: string | null;
  readonly author: {
    readonly id: string;
    readonly name?: string;
    readonly username?: string;
    readonly avatar_url?: string;
  };
  readonly text: string;
  readonly isOwner: boolean;
  readonly likeCount: number;
  readonly isHidden: boolean;
  readonly createdAt: Date;
}

/** Writes or updates a comment. Returns its id and whether it is new. */
export async function upsert(
  tx: Runner,
  tenantId: string,
  accountId: string,
  platform: string,
  comment: NewComment,
): Promise<{ id: string; is_new: boolean }> {
  const row = await tx.first(sql<{ id: string; is_new: boolean }>`
    with written as (
      insert into comments as c (tenant_id, id, account_id, platform, inbox_post_id, platform_id, parent_platform_id, author, text, is_owner, like_count, is_hidden, created_at)
      values (${tenantId}, ${comment.id}, ${accountId}, ${platform}, ${comment.inboxPostId}, ${comment.platformId}, ${comment.parentPlatformId},
        ${JSON.stringify(comment.author)}::jsonb, ${comment.text}, ${comment.isOwner}, ${comment.likeCount}, ${comment.isHidden}, ${comment.createdAt})
      on conflict (tenant_id, account_id, platform_id) do update
        set text = excluded.text, like_count = greatest(c.like_count, excluded.like_count), is_hidden = excluded.is_hidden,
            parent_platform_id = coalesce(excluded.parent_platform_id, c.parent_platform_id)
      returning id, xmax = 0 as is_new, created_at
    ), counted as (
      update inbox_posts i set comment_count = i.comment_count + 1, last_comment_at = greatest(coalesce(i.last_comment_at, written.created_at), written.created_at), updated_at = tenant_now()
      from written where i.tenant_id = ${tenantId} and i.id = ${comment.inboxPostId} and written.is_new
    )
    select id, is_new from written`);
  return row as { id: string; is_new: boolean };
}

/** The platform ids among these that are further parts of our own threads. */
export async function threadParts(
  db: Runner,
  tenantId: string,
  accountId: string,
  platformIds: readonly string[],
): Promise<Set<string>> {
  if (platformIds.length === 0) return new Set();
  const rows = await db.run(sql<{ platform_id: string }>`select platform_id from actions
    where tenant_id = ${tenantId} and account_id = ${accountId} and kind = 'segment' and platform_id = any (${platformIds})`);
  return new Set(rows.map((row) => row.platform_id));
}
