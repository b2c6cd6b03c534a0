import { type RawBuilder, sql } from 'kysely';
import type { PostStatus } from '../../../db/column-types.ts';
import { pageRows } from '../../../db/lists/page-rows.ts';
import { perValue } from '../../../db/lists/per-value.ts';
import { type Candidate, scanNewest } from '../../../db/lists/scan-newest.ts';
import type { Runner } from '../../../db/query.ts';
import { byIds, columns } from './post.repository.ts';
import type { PostRow } from './post.ts';

export interface ListFilter {
  readonly accountIds?: readonly string[];
  readonly brandId?: string;
  /** A post needs a target of one of these brands, those that the actor reaches; undefined: any post. */
  readonly brandIds: readonly string[] | undefined;
  /** A page or board. */
  readonly destinationId?: string;
  readonly status?: PostStatus;
  readonly platform?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly scheduledFrom?: Date;
  readonly scheduledTo?: Date;
  /** Words of the text or title, or their beginnings. */
  readonly search?: string;
  readonly hidden: boolean;
  /** Only posts of which something waits for a person. */
  readonly held: boolean;
  readonly sort: 'created_at' | 'scheduled_at';
  readonly order: 'asc' | 'desc';
  /** The sort value and id of the last row of the page before. */
  readonly after?: readonly [string | null, string];
  readonly limit: number;
}

/** The targets that a post needs one of. */
interface Targets {
  readonly accountIds: readonly string[];
  /** Targets with this page or board count too, whatever their account is. */
  readonly destination?: { readonly id: string; readonly ofAccounts: readonly string[] | undefined };
}

/** Nearly all posts become this. Posts in other statuses are few, so their own index finds them. */
const USUAL_STATUS: PostStatus = 'published';

/** Posts that are being published have a target that waits or runs. No index of posts has their status. */
const RUNNING_STATUS: PostStatus = 'publishing';

/**
 * One page of posts and one row more, by keyset. Sorted by `scheduled_at`, only posts that have one. Brands, platforms and
 * pages are turned into accounts first, because each account's targets are indexed in both orders.
 */
export async function list(db: Runner, tenantId: string, filter: ListFilter): Promise<PostRow[]> {
  const targets = await targetsOf(db, tenantId, filter);
  const wanted = pageRows(filter.limit);
  const query = { db, tenantId, filter, targets };
  if (filter.search !== undefined) return byIds(db, tenantId, await search(query, filter.search, wanted));
  if (targets === undefined || filter.held) return db.run(ofPosts<PostRow>(query, columns, wanted));
  if (filter.status !== undefined && filter.status !== USUAL_STATUS) {
    const found = await scanNewest((window) => db.run(ofPosts(query, marked(isOfTargets(targets)), window)), wanted);
    if (found !== undefined) return byIds(db, tenantId, found);
  }
  const page = ofTargets(query, targets, sql`true`, wanted);
  return db.run(sql<PostRow>`select post.* from (${page}) page
    cross join lateral (select ${columns} from posts p where p.tenant_id = ${tenantId} and p.id = page.id limit 1) post
    order by ${orderOf(filter, sql`page.key`, sql`page.id`)}`);
}

interface ListQuery {
  readonly db: Runner;
  readonly tenantId: string;
  readonly filter: ListFilter;
  readonly targets: Targets | undefined;
}

/** undefined: posts need no particular target. */
async function targetsOf(db: Runner, tenantId: string, filter: ListFilter): Promise<Targets | undefined> {
  const { accountIds, brandId, brandIds, platform, destinationId } = filter;
  const isLimited = brandId !== undefined || platform !== undefined || brandIds !== undefined;
  if (accountIds === undefined && destinationId === undefined && !isLimited) return undefined;
  const conditions = [sql`tenant_id = ${tenantId}`];
  if (accountIds !== undefined) conditions.push(sql`id = any (${accountIds})`);
  if (brandId !== undefined) conditions.push(sql`brand_id = ${brandId}`);
  if (platform !== undefined) conditions.push(sql`platform = ${platform}`);
  // With a narrower filter, that the key reaches the post is a further condition.
  if (accountIds === undefined && brandId === undefined && brandIds !== undefined)
    conditions.push(sql`brand_id = any (${brandIds})`);
  const rows = await db.run(
    sql<{
      id: string;
      platform_id: string;
    }>`select id, platform_id from accounts where ${sql.join(conditions, sql` and `)}`,
  );
  const ids = rows.map(({ id }) => id);
  if (destinationId === undefined) return { accountIds: ids };
  // On some platforms a page is an account of its own, and its targets have no page_id.
  return {
    accountIds: rows.filter((row) => row.platform_id === destinationId).map(({ id }) => id),
    destination: { id: destinationId, ofAccounts: accountIds === undefined && !isLimited ? undefined : ids },
  };
}

/** The ids of the posts with the words, from the newest posts or from the index of words. */
async function search(query: ListQuery, words: string, wanted: number): Promise<string[]> {
  const { db, tenantId, filter, targets } = query;
  const parsed = await db.first(
    sql<{ query: string | null }>`select search_query(${tenantId}, ${words}, null)::text as query`,
  );
  if (parsed?.query == null) return [];
  const asQuery = sql`${parsed.query}::tsquery`;
  const fits = sql`post_document(p.tenant_id, p.title, p.text) @@ ${asQuery}`;
  const candidates = (window: number) =>
    targets === undefined || filter.held
      ? ofPosts(query, marked(fits), window)
      : ofTargets(query, targets, fits, window);
  const found = await scanNewest((window) => db.run(candidates(window)), wanted);
  if (found !== undefined) return found;
  const { status, from, to, hidden, sort, order, after } = filter;
  // The limit keeps the look at each post by its id: a join might read all posts.
  const isWanted = sql`cross join lateral (select from posts p where p.tenant_id = ${tenantId} and p.id = found.id
    and ${targets === undefined ? sql`true` : isOfTargets(targets)} and ${reaches(query)} and ${isPlannedWithin(filter)} and ${isHeld(filter)} limit 1) post`;
  const rows = await db.run(sql<{ id: string }>`
    select found.id from find_posts(${asQuery}, ${status ?? null}, ${from ?? null}, ${to ?? null}, ${hidden}, ${sort}, ${order},
      ${after?.[0] ?? null}, ${after?.[1] ?? null}) found ${isWanted} order by found.place limit ${wanted}`);
  return rows.map(({ id }) => id);
}

/** The columns of a candidate. */
function marked(fits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`p.id, ${fits} as fits`;
}

/** Posts in the order of the list. Few posts wait, so each of them is asked for its targets. */
function ofPosts<Row = Candidate>(query: ListQuery, selected: RawBuilder<unknown>, limit: number): RawBuilder<Row> {
  const key = sql`p.${sql.ref(query.filter.sort)}`;
  const source = query.filter.status === RUNNING_STATUS ? running(query.tenantId) : sql`posts`;
  const { filter, targets } = query;
  const isOfOne = filter.held && targets !== undefined ? isOfTargets(targets) : sql`true`;
  return sql<Row>`select ${selected} from ${source} p where p.tenant_id = ${query.tenantId} and ${key} is not null
    and ${postConditions(query)} and ${isOfOne} and ${beyond(filter, key, sql`p.id`)} order by ${orderOf(filter, key, sql`p.id`)} limit ${sql.lit(limit)}`;
}

function running(tenantId: string): RawBuilder<unknown> {
  return sql`(select post.* from (
      select distinct post_id from actions where tenant_id = ${tenantId} and due_at is not null and post_id is not null) open
    cross join lateral (select * from posts where tenant_id = ${tenantId} and id = open.post_id limit 1) post)`;
}

/** Posts with one of these targets in the order of the list: `id`, `key`, the sort value, and whether each fits. */
function ofTargets(
  query: ListQuery,
  { accountIds, destination }: Targets,
  fits: RawBuilder<unknown>,
  limit: number,
): RawBuilder<Candidate> {
  const { filter, tenantId } = query;
  const isByTime = filter.sort === 'created_at';
  const key = isByTime ? sql`a.listed_at` : sql`a.listed_scheduled_at`;
  const page = (condition: RawBuilder<unknown>) => sql`
    select a.post_id as id, ${key} as key, ${fits} as fits from actions a join posts p on p.tenant_id = a.tenant_id and p.id = a.post_id
    where a.tenant_id = ${tenantId} and ${condition} and ${key} is not null and a.status <> 'unpublished'
      and ${postConditions(query, isByTime ? { created: key } : { scheduled: key })} and ${beyond(filter, key, sql`a.post_id`)}
    order by ${orderOf(filter, key, sql`a.post_id`)} limit ${sql.lit(limit)}`;
  const sources = [sql`select * from ${perValue(accountIds, sql`a.account_id`, page)} of_accounts`];
  if (destination !== undefined) sources.push(sql`(${page(isOfDestination(destination))})`);
  return sql<Candidate>`select distinct id, key, fits from (${sql.join(sources, sql` union all `)}) targets
    order by ${orderOf(filter, sql`key`, sql`id`)} limit ${sql.lit(limit)}`;
}

function isOfDestination({ id, ofAccounts }: NonNullable<Targets['destination']>): RawBuilder<unknown> {
  return ofAccounts === undefined
    ? sql`a.destination_id = ${id}`
    : sql`a.destination_id = ${id} and a.account_id = any (${ofAccounts})`;
}

/** The offset keeps the look at each post's own targets: a join might read all targets of an account. */
function isOfTargets({ accountIds, destination }: Targets): RawBuilder<unknown> {
  const wanted = sql`a.account_id = any (${accountIds})`;
  return sql`exists (select from actions a where a.tenant_id = p.tenant_id and a.post_id = p.id and a.kind = 'publish' and a.status <> 'unpublished'
    and ${destination === undefined ? wanted : sql`(${wanted} or ${isOfDestination(destination)})`} offset 0)`;
}

/** `created`, `scheduled`: columns with the same times as the post's, which an index may have. */
function postConditions(
  query: ListQuery,
  { created = sql`p.created_at`, scheduled }: { created?: RawBuilder<unknown>; scheduled?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const { status, from, to, hidden } = query.filter;
  const conditions = [reaches(query), isPlannedWithin(query.filter, scheduled), isHeld(query.filter)];
  if (!hidden) conditions.push(sql`not p.hidden`);
  // As constants they fit partial indexes also in a plan for any parameters.
  if (status === USUAL_STATUS || status === RUNNING_STATUS) conditions.push(sql`p.status = ${sql.lit(status)}`);
  else if (status !== undefined) conditions.push(sql`p.listed_status = ${sql.lit(status)}`);
  if (from !== undefined) conditions.push(sql`${created} >= ${from}`);
  if (to !== undefined) conditions.push(sql`${created} <= ${to}`);
  return sql.join(conditions, sql` and `);
}

function isPlannedWithin(
  { scheduledFrom, scheduledTo }: ListFilter,
  at: RawBuilder<unknown> = sql`p.scheduled_at`,
): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (scheduledFrom !== undefined) conditions.push(sql`${at} >= ${scheduledFrom}`);
  if (scheduledTo !== undefined) conditions.push(sql`${at} <= ${scheduledTo}`);
  return sql.join(conditions, sql` and `);
}

function isHeld({ held }: ListFilter): RawBuilder<unknown> {
  return held ? sql`p.held is not null` : sql`true`;
}

/** Whether the caller's key reaches the post. */
function reaches({ filter: { accountIds, brandId, brandIds, destinationId } }: ListQuery): RawBuilder<unknown> {
  const isNarrower = accountIds !== undefined || brandId !== undefined || destinationId !== undefined;
  if (brandIds === undefined || !isNarrower) return sql`true`;
  return sql`exists (select from actions x join accounts c on c.tenant_id = x.tenant_id and c.id = x.account_id
    where x.tenant_id = p.tenant_id and x.post_id = p.id and x.kind = 'publish' and c.brand_id = any (${brandIds}))`;
}

function beyond({ order, after }: ListFilter, key: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (after === undefined) return sql`true`;
  return sql`(${key}, ${id}) ${sql.raw(order === 'desc' ? '<' : '>')} (${after[0]}::timestamptz, ${after[1]})`;
}

function orderOf({ order }: ListFilter, key: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = sql.raw(order);
  return sql`${key} ${direction}, ${id} ${direction}`;
}
