import { type RawBuilder, sql } from 'kysely';
import { actorJson, type StoredActor } from '../../core/actor.ts';
import type { TimePosition } from '../../db/lists/keyset.ts';
import type { Runner } from '../../db/query.ts';

/** Posts of a period that were planned after its link was made are shown up to this number. */
export const SHOWN_MAX = 500;

export interface LinkRow {
  readonly id: string;
  readonly brand_id: string;
  readonly name: string | null;
  readonly message: string | null;
  /** null: the posts that are planned between the times. */
  readonly post_ids: string[] | null;
  readonly from_at: Date | null;
  readonly to_at: Date | null;
  readonly created_by: StoredActor;
  readonly status: 'active' | 'expired' | 'withdrawn';
  readonly expires_at: Date;
  readonly created_at: Date;
}

export type NewLink = Pick<LinkRow, 'id' | 'brand_id' | 'name' | 'message' | 'post_ids' | 'from_at' | 'to_at'> & {
  readonly tokenHash: Buffer;
  readonly by: StoredActor;
  /** By the tenant's clock. */
  readonly expiresAt: Date;
};

const columns = sql`id, brand_id, name, message, post_ids, from_at, to_at, created_by, created_at, expires_at + tenant_ahead() as expires_at,
  case when withdrawn_at is not null then 'withdrawn' when expires_at <= now() then 'expired' else 'active' end as status`;

export async function insert(tx: Runner, tenantId: string, link: NewLink): Promise<LinkRow> {
  const row = await tx.first(sql<LinkRow>`
    insert into review_links (tenant_id, id, brand_id, name, message, post_ids, from_at, to_at, token_hash, created_by, expires_at)
    values (${tenantId}, ${link.id}, ${link.brand_id}, ${link.name}, ${link.message}, ${link.post_ids}, ${link.from_at}, ${link.to_at},
      ${link.tokenHash}, ${actorJson(link.by)}::jsonb, due_time(${tenantId}, ${link.expiresAt}::timestamptz)) returning ${columns}`);
  return row as LinkRow;
}

export async function byId(db: Runner, tenantId: string, id: string): Promise<LinkRow | undefined> {
  return db.first(sql<LinkRow>`select ${columns} from review_links where tenant_id = ${tenantId} and id = ${id}`);
}

/** The tenant and the id of the link with a token, in all tenants. */
export async function byToken(
  system: Runner,
  tokenHash: Buffer,
): Promise<{ readonly tenant_id: string; readonly id: string } | undefined> {
  return system.first(sql<{ tenant_id: string; id: string }>`
    select tenant_id, id from review_links where token_hash = ${tokenHash}`);
}

/** The hashes of the tokens of all links that can be opened. */
export async function activeTokens(system: Runner): Promise<Buffer[]> {
  const rows = await system.run(sql<{ hash: Buffer }>`
    select token_hash as hash from review_links where withdrawn_at is null and expires_at > now() order by token_hash`);
  return rows.map(({ hash }) => hash);
}

/** One page of links and one row more, newest first. `brands`: those that the caller reaches; undefined: all. */
export async function list(
  db: Runner,
  tenantId: string,
  brands: readonly string[] | undefined,
  after: TimePosition | undefined,
  limit: number,
): Promise<LinkRow[]> {
  const conditions = [sql`tenant_id = ${tenantId}`];
  if (brands !== undefined) conditions.push(sql`brand_id = any (${brands})`);
  if (after !== undefined) conditions.push(sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]})`);
  return db.run(sql<LinkRow>`select ${columns} from review_links where ${sql.join(conditions, sql` and `)}
    order by created_at desc, id desc limit ${limit + 1}`);
}

/** The link while it can be opened, so that it is not withdrawn before the transaction ends. */
export async function lockActive(tx: Runner, tenantId: string, id: string): Promise<boolean> {
  const row = await tx.first(sql`select 1 from review_links
    where tenant_id = ${tenantId} and id = ${id} and withdrawn_at is null and expires_at > now() for share`);
  return row !== undefined;
}

export async function withdraw(tx: Runner, tenantId: string, id: string): Promise<void> {
  await tx.run(sql`
    update review_links set withdrawn_at = now() where tenant_id = ${tenantId} and id = ${id} and withdrawn_at is null`);
}

/** Withdraws the links of all tenants, after a restore. */
export async function withdrawAll(system: Runner): Promise<void> {
  await system.run(sql`update review_links set withdrawn_at = now() where withdrawn_at is null`);
}

/** The ids of the posts among these that go to accounts of the brand alone. */
export async function ofBrandAlone(
  db: Runner,
  tenantId: string,
  brandId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db.run(sql<{ id: string }>`
    select p.id from posts p where p.tenant_id = ${tenantId} and p.id = any (${ids}) and ${goesTo(brandId)}`);
  return new Set(rows.map(({ id }) => id));
}

/** The ids of the posts that a link shows, the next first. */
export async function postIds(
  db: Runner,
  tenantId: string,
  {
    id,
    brand_id: brandId,
    post_ids: ids,
    from_at: from,
    to_at: to,
  }: Pick<LinkRow, 'id' | 'brand_id' | 'post_ids' | 'from_at' | 'to_at'>,
  limit: number,
): Promise<string[]> {
  const named =
    ids === null
      ? sql`select p.id from posts p where p.tenant_id = ${tenantId} and p.scheduled_at >= ${from} and p.scheduled_at < ${to} and not p.hidden
          union select d.post_id from review_decisions d where d.tenant_id = ${tenantId} and d.review_link_id = ${id}`
      : sql`select unnest(${ids}::text[]) as id`;
  const rows = await db.run(sql<{ id: string }>`
    select p.id from (${named}) named join posts p on p.tenant_id = ${tenantId} and p.id = named.id
    where ${goesTo(brandId)} order by p.scheduled_at nulls last, p.id limit ${limit}`);
  return rows.map(({ id: found }) => found);
}

/** Whether a post `p` goes to accounts of the brand, and to no others. */
function goesTo(brandId: string): RawBuilder<boolean> {
  return sql<boolean>`(select bool_and(c.brand_id = ${brandId}) from actions a join accounts c on c.tenant_id = a.tenant_id and c.id = a.account_id
    where a.tenant_id = p.tenant_id and a.post_id = p.id and a.kind = 'publish')`;
}
