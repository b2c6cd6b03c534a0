import { sql } from 'kysely';
import type { PostStatus } from '../../../db/column-types.ts';
import type { Runner } from '../../../db/query.ts';
import { columns } from './post.repository.ts';
import type { PostRow } from './post.ts';
import { destinationOf } from './target.repository.ts';

export interface ListFilter {
  readonly accountIds?: readonly string[];
  readonly brandId?: string;
  /** A post needs a target of one of these brands, those of the caller's key; empty: any post. */
  readonly brandIds: readonly string[];
  /** A page or board. */
  readonly destinationId?: string;
  readonly status?: PostStatus;
  readonly platform?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly search?: string;
  readonly hidden: boolean;
  readonly sort: 'created_at' | 'scheduled_at';
  readonly order: 'asc' | 'desc';
  /** The sort value and id of the last row of the page before. */
  readonly after?: readonly [string | null, string];
  readonly limit: number;
}

/** One page of posts and one row more, by keyset. Sorted by `scheduled_at`, only posts that have one. */
export async function list(db: Runner, tenantId: string, filter: ListFilter): Promise<PostRow[]> {
  const key = sql.raw(filter.sort === 'created_at' ? 'p.created_at' : 'p.scheduled_at');
  const direction = sql.raw(filter.order);
  const beyond = sql.raw(filter.order === 'desc' ? '<' : '>');
  const conditions = [sql`p.tenant_id = ${tenantId}`];
  if (!filter.hidden) conditions.push(sql`not p.hidden`);
  if (filter.sort === 'scheduled_at') conditions.push(sql`p.scheduled_at is not null`);
  if (filter.status !== undefined) conditions.push(sql`p.status = ${filter.status}`);
  if (filter.from !== undefined) conditions.push(sql`p.created_at >= ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql`p.created_at <= ${filter.to}`);
  if (filter.search !== undefined)
    conditions.push(sql`(p.text ilike ${likeOf(filter.search)} or p.title ilike ${likeOf(filter.search)})`);
  const targets = [];
  if (filter.accountIds !== undefined) targets.push(sql`a.account_id = any (${filter.accountIds})`);
  if (filter.platform !== undefined) targets.push(sql`a.platform = ${filter.platform}`);
  // On some platforms a page is an account of its own, and its targets have no page_id.
  if (filter.destinationId !== undefined)
    targets.push(sql`(${destinationOf('a')} = ${filter.destinationId} or a.account_id in
      (select id from accounts where tenant_id = ${tenantId} and platform_id = ${filter.destinationId}))`);
  if (filter.brandId !== undefined)
    targets.push(
      sql`a.account_id in (select id from accounts where tenant_id = ${tenantId} and brand_id = ${filter.brandId})`,
    );
  if (targets.length > 0) {
    conditions.push(
      sql`exists (select from actions a where a.tenant_id = p.tenant_id and a.post_id = p.id and a.kind = 'publish' and a.status <> 'unpublished' and ${sql.join(targets, sql` and `)})`,
    );
  }
  if (filter.brandIds.length > 0)
    conditions.push(sql`exists (select from actions a join accounts c on c.tenant_id = a.tenant_id and c.id = a.account_id
      where a.tenant_id = p.tenant_id and a.post_id = p.id and a.kind = 'publish' and c.brand_id = any (${filter.brandIds}))`);
  if (filter.after !== undefined)
    conditions.push(sql`(${key}, p.id) ${beyond} (${filter.after[0]}::timestamptz, ${filter.after[1]})`);
  return db.run(sql<PostRow>`select ${columns} from posts p where ${sql.join(conditions, sql` and `)}
    order by ${key} ${direction}, p.id ${direction} limit ${filter.limit + 1}`);
}

function likeOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
