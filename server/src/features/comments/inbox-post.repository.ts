import { sql } from 'kysely';
import type { OwnPost } from '../../core/account-abilities.ts';
import { newId } from '../../core/ids.ts';
import { pageRows } from '../../db/lists/page-rows.ts';
import { perValue } from '../../db/lists/per-value.ts';
import { type Candidate, scanNewest } from '../../db/lists/scan-newest.ts';
import type { Runner } from '../../db/query.ts';
import { accounts } from '../accounts/index.ts';
import type { InboxPostRow } from './comment.ts';

const postColumns = sql`i.id, i.account_id, i.platform, i.platform_id, i.post_id, i.content, i.thumbnail, i.permalink, i.comment_count,
  i.like_count, i.published_at, i.last_comment_at, i.created_at, i.updated_at`;

/** Posts with as many comments have an index of their own. */
const MANY = 10;

export interface InboxPostFilter {
  readonly accountId?: string;
  readonly platform?: string;
  readonly commentsMin: number;
  /** undefined: all. */
  readonly brandIds?: readonly string[] | undefined;
  readonly since?: Date;
  readonly order: 'asc' | 'desc';
  readonly after?: readonly [string, string];
  readonly limit: number;
}

/** One page of posts that have comments and one row more, by the time of their latest comment. */
export async function list(db: Runner, tenantId: string, filter: InboxPostFilter): Promise<InboxPostRow[]> {
  const { accountId, platform, commentsMin, brandIds, since, after } = filter;
  const direction = sql.raw(filter.order);
  const wanted = pageRows(filter.limit);
  const order = (of: string) =>
    sql`${sql.ref(`${of}.last_comment_at`)} ${direction}, ${sql.ref(`${of}.id`)} ${direction}`;
  const conditions = [sql`i.tenant_id = ${tenantId}`, sql`i.last_comment_at is not null`];
  if (platform !== undefined) conditions.push(sql`i.platform = ${platform}`);
  if (since !== undefined) conditions.push(sql`i.last_comment_at >= ${since}`);
  if (after !== undefined)
    conditions.push(
      sql`(i.last_comment_at, i.id) ${sql.raw(filter.order === 'desc' ? '<' : '>')} (${after[0]}::timestamptz, ${after[1]})`,
    );
  if (commentsMin > 0 && commentsMin < MANY) conditions.push(sql`i.comment_count >= ${commentsMin}`);
  const accountIds = await accounts.idsShown(db, tenantId, { accountId, brandIds, platform });
  const source = (rows: number) =>
    perValue(
      accountIds,
      sql`i.account_id`,
      (ofAccount) => sql`select ${postColumns} from inbox_posts i
        where ${sql.join([...conditions, ofAccount], sql` and `)} order by ${order('i')} limit ${sql.lit(rows)}`,
    );
  if (commentsMin < MANY)
    return db.run(
      sql<InboxPostRow>`select i.* from ${source(wanted)} i order by ${order('i')} limit ${sql.lit(wanted)}`,
    );

  const candidates = (rows: number) =>
    db.run(
      sql<Candidate>`select i.id, i.comment_count >= ${commentsMin} as fits from ${source(rows)} i order by ${order('i')} limit ${sql.lit(rows)}`,
    );
  const ofAccounts = accountIds === undefined ? sql`true` : sql`i.account_id = any (${accountIds})`;
  const found = await scanNewest(candidates, wanted);
  const chosen =
    found === undefined
      ? sql`i.comment_count >= ${sql.lit(MANY)} and i.comment_count >= ${commentsMin}`
      : sql`i.id = any (${found})`;
  return db.run(sql<InboxPostRow>`with i as materialized (select * from inbox_posts i where i.tenant_id = ${tenantId} and ${chosen})
    select ${postColumns} from i where ${sql.join([...conditions, ofAccounts], sql` and `)} order by ${order('i')} limit ${sql.lit(wanted)}`);
}

/** No platform's id begins like this. */
const OUR_ID = /^(ip|post)_/;

/** The commented posts that an id means: our inbox post id, our post id or the platform's id. */
export async function find(
  db: Runner,
  tenantId: string,
  id: string,
  accountId: string | undefined,
  brandIds?: readonly string[],
): Promise<InboxPostRow[]> {
  const ofAccount = accountId === undefined ? sql`` : sql`and i.account_id = ${accountId}`;
  const onPlatform = OUR_ID.test(id)
    ? sql``
    : sql`union select found.id from accounts c cross join lateral (
        select id from inbox_posts where tenant_id = ${tenantId} and account_id = c.id and platform_id = ${id} limit 1) found
      where c.tenant_id = ${tenantId}`;
  return db.run(sql<InboxPostRow>`select ${postColumns} from inbox_posts i
    where i.tenant_id = ${tenantId} and i.id = any (array(
      select id from inbox_posts where tenant_id = ${tenantId} and id = ${id}
      union select id from inbox_posts where tenant_id = ${tenantId} and post_id = ${id} ${onPlatform})) ${ofAccount}
      and ${accounts.isOfBrands(tenantId, brandIds, sql`i.account_id`)} limit 2`);
}

/** The published targets that an id means, for posts that have no comments yet. */
export async function findPublished(
  db: Runner,
  tenantId: string,
  id: string,
  accountId: string | undefined,
  brandIds: readonly string[] | undefined,
): Promise<{ account_id: string; platform_id: string }[]> {
  const ofAccount = accountId === undefined ? sql`` : sql`and account_id = ${accountId}`;
  return db.run(sql<{ account_id: string; platform_id: string }>`select account_id, platform_id from actions
    where tenant_id = ${tenantId} and kind = 'publish' and platform_id is not null ${ofAccount} and id in (
        select id from actions where tenant_id = ${tenantId} and post_id = ${id}
        union select held.id from accounts c cross join lateral (
          select a.id from actions a where a.tenant_id = ${tenantId} and a.account_id = c.id and a.platform_id = ${id} limit 2) held
        where c.tenant_id = ${tenantId})
      and ${accounts.isOfBrands(tenantId, brandIds, sql`account_id`)} limit 2`);
}

/** A post of an account on its platform. */
export interface PostPlace {
  readonly accountId: string;
  readonly platform: string;
  readonly platformPostId: string;
}

export interface EnsuredPost {
  readonly id: string;
  readonly account_id: string;
  readonly platform_id: string;
  /** It is known as the account's own. */
  readonly is_own: boolean;
}

/** Writes the rows of these posts unless they exist, with our own facts when we published them. No post may be there twice. */
export async function ensure(tx: Runner, tenantId: string, places: readonly PostPlace[]): Promise<EnsuredPost[]> {
  const rows = places.map(({ accountId, platform, platformPostId }) => ({
    id: newId('ip'),
    account_id: accountId,
    platform,
    platform_id: platformPostId,
  }));
  const isOwn = sql`post_id is not null or permalink <> '' as is_own`;
  return tx.run(sql<EnsuredPost>`
    with wanted as materialized (
      select r.*, known.id as known_id, known.post_id as known_post_id, known.permalink as known_permalink, published.action
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, account_id text, platform text, platform_id text)
      left join lateral (
        select id, post_id, permalink from inbox_posts i
        where i.tenant_id = ${tenantId} and i.account_id = r.account_id and i.platform_id = r.platform_id limit 1) known on true
      left join lateral (
        select a as action from actions a
        where known.post_id is null and a.tenant_id = ${tenantId} and a.account_id = r.account_id and a.platform_id = r.platform_id
          and a.kind = 'publish' limit 1) published on true
    ), written as (
      insert into inbox_posts as i (tenant_id, id, account_id, platform, platform_id, post_id, content, thumbnail, permalink, published_at)
      select ${tenantId}, w.id, w.account_id, w.platform, w.platform_id, p.id, coalesce((w.action).input->>'text', p.text, ''),
        coalesce(coalesce((w.action).input->'media', p.media)->0->>'source', ''), coalesce((w.action).permalink, ''), (w.action).published_at
      from wanted w
      left join lateral (select * from posts where tenant_id = ${tenantId} and id = (w.action).post_id limit 1) p on true
      where w.known_id is null or p.id is not null
      order by w.account_id, w.platform_id
      on conflict (tenant_id, account_id, platform_id) do update set post_id = coalesce(i.post_id, excluded.post_id)
      returning i.id, i.account_id, i.platform_id, ${isOwn}
    )
    select * from written
    union all
    select known_id, account_id, platform_id, known_post_id is not null or known_permalink <> '' from wanted w
    where known_id is not null and not exists (select from written o where o.id = w.known_id)`);
}

/** Writes an account's posts as the platform lists them, ours or not. Each is stored once and updated. */
export async function store(
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
    on conflict (tenant_id, account_id, platform_id) do update set post_id = coalesce(i.post_id, excluded.post_id), content = excluded.content, thumbnail = excluded.thumbnail,
      permalink = excluded.permalink, like_count = excluded.like_count, published_at = excluded.published_at, updated_at = tenant_now()`);
}

/**
 * Whether our comments of the post are up to date: they were read from the platform once, and since then the account is
 * pushed, or it was asked for news within a minute.
 */
export async function isFresh(
  db: Runner,
  tenantId: string,
  { id, account_id }: Pick<InboxPostRow, 'id' | 'account_id'>,
  isPushed: boolean,
): Promise<boolean> {
  const found = await db.first(sql`
    select 1 from inbox_posts i join accounts a on a.tenant_id = i.tenant_id and a.id = i.account_id
    where i.tenant_id = ${tenantId} and i.id = ${id} and a.id = ${account_id} and i.refreshed_at is not null
      and (${isPushed} or a.polled_at > now() - interval '1 minute')`);
  return found !== undefined;
}

/** Notes that the post's comments were read from the platform. */
export async function noteRefresh(
  db: Runner,
  tenantId: string,
  accountId: string,
  platformPostId: string,
): Promise<void> {
  await db.run(sql`update inbox_posts set refreshed_at = now()
    where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${platformPostId}`);
}
