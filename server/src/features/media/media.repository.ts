import { type RawBuilder, sql } from 'kysely';
import { pageRows } from '../../db/lists/page-rows.ts';
import { type Candidate, scanNewest } from '../../db/lists/scan-newest.ts';
import type { Runner } from '../../db/query.ts';
import type { MediaRow } from './media.ts';

const columns = sql`id, filename, content_type, size_bytes, status, facts, failure, alt_text, folder, tags, created_at`;

/** The file of a logo as JSON, in a query that names `of` (`brands`) with `logo_media_id`; null without a ready file. */
export function logoColumn(of: string): RawBuilder<unknown> {
  return sql`(select jsonb_build_object('id', m.id, 'filename', m.filename, 'content_type', m.content_type) from media m
    where m.tenant_id = ${sql.ref(`${of}.tenant_id`)} and m.id = ${sql.ref(`${of}.logo_media_id`)} and m.status = 'ready') as logo`;
}

export async function byId(db: Runner, tenantId: string, id: string): Promise<MediaRow | undefined> {
  return db.first(
    sql<MediaRow>`select ${columns} from media where tenant_id = ${tenantId} and id = ${id} and status <> 'removing'`,
  );
}

export async function byIds(db: Runner, tenantId: string, ids: readonly string[]): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  return db.run(
    sql<MediaRow>`select ${columns} from media where tenant_id = ${tenantId} and id = any (${ids}::text[]) and status <> 'removing'`,
  );
}

/** The hashes of ready files, as far as somebody needed them. */
export async function hashesOf(
  db: Runner,
  tenantId: string,
  ids: readonly string[],
): Promise<{ id: string; size_bytes: number; sha256: Buffer | null }[]> {
  if (ids.length === 0) return [];
  return db.run(sql<{ id: string; size_bytes: number; sha256: Buffer | null }>`
    select id, size_bytes, sha256 from media where tenant_id = ${tenantId} and id = any (${ids}::text[]) and status = 'ready'`);
}

export async function noteHash(db: Runner, tenantId: string, id: string, sha256: Buffer): Promise<void> {
  await db.run(sql`update media set sha256 = ${sha256} where tenant_id = ${tenantId} and id = ${id}`);
}

export interface MediaFilter {
  readonly folder?: string | undefined;
  readonly tag?: string | undefined;
  readonly kind?: string | undefined;
  /** Words of the name or the description, or their beginnings. */
  readonly search?: string | undefined;
}

/** One page of ready items and one row more, newest first. Tags and words have one index, which is asked for rare ones. */
export async function list(
  db: Runner,
  tenantId: string,
  filter: MediaFilter,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<MediaRow[]> {
  const { folder, tag, kind, search } = filter;
  const wanted = pageRows(limit);
  const conditions = [sql`m.tenant_id = ${tenantId}`, sql`m.status = 'ready'`];
  if (after !== undefined) conditions.push(sql`(m.created_at, m.id) < (${after[0]}::timestamptz, ${after[1]})`);
  if (folder !== undefined) conditions.push(sql`m.folder = ${folder}`);
  if (kind !== undefined) conditions.push(sql`m.kind = ${kind}`);
  const page = (selected: RawBuilder<unknown>, rows: number) =>
    sql`select ${selected} from media m where ${sql.join(conditions, sql` and `)} order by m.created_at desc, m.id desc limit ${sql.lit(rows)}`;
  if (tag === undefined && search === undefined) return db.run(page(columns, wanted) as RawBuilder<MediaRow>);

  const parsed = await db.first(
    sql<{ query: string | null }>`select search_query(${tenantId}, ${search ?? null}, ${tag ?? null})::text as query`,
  );
  if (parsed?.query == null) return [];
  const query = sql`${parsed.query}::tsquery`;
  const fits = sql`m.id, media_document(m.tenant_id, m.filename, m.alt_text, m.tags) @@ ${query} as fits`;
  const ids =
    (await scanNewest((window) => db.run(page(fits, window) as RawBuilder<Candidate>), wanted)) ??
    (
      await db.run(
        sql<{ id: string }>`select id from find_media(${query}, ${folder ?? null}, ${kind ?? null},
        ${after?.[0] ?? null}, ${after?.[1] ?? null}, ${wanted}) order by place`,
      )
    ).map(({ id }) => id);
  return db.run(sql<MediaRow>`select ${columns} from media where tenant_id = ${tenantId} and id = any (${ids})
    order by created_at desc, id desc`);
}

export interface NewMedia {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly altText?: string | undefined;
  readonly folder?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** How long the upload may take before the cleanup worker fails the item. */
  readonly waitSeconds: number;
}

/** Inserts a pending item, whose file has not arrived. */
export async function insert(db: Runner, tenantId: string, item: NewMedia): Promise<void> {
  await db.run(sql`
    insert into media (tenant_id, id, filename, content_type, size_bytes, status, alt_text, folder, tags, due_at)
    values (${tenantId}, ${item.id}, ${item.filename}, ${item.contentType}, 0, 'pending', ${item.altText ?? ''}, ${item.folder ?? ''},
      ${item.tags ?? []}::text[], now() + ${item.waitSeconds} * interval '1 second')`);
}

export interface MediaChange {
  readonly filename?: string | undefined;
  readonly alt_text?: string | undefined;
  readonly folder?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export async function update(
  db: Runner,
  tenantId: string,
  id: string,
  change: MediaChange,
): Promise<MediaRow | undefined> {
  return db.first(sql<MediaRow>`
    update media set filename = coalesce(${change.filename ?? null}, filename), alt_text = coalesce(${change.alt_text ?? null}, alt_text),
      folder = coalesce(${change.folder ?? null}, folder), tags = coalesce(${change.tags ?? null}::text[], tags), updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id} and status <> 'removing' returning ${columns}`);
}

/**
 * Locks the upload of a pending item for two minutes, or renews the lock. `isFirst`: only if nobody holds it. False when
 * another sender holds it or the item is no longer pending.
 */
export async function lockUpload(db: Runner, tenantId: string, id: string, isFirst: boolean): Promise<boolean> {
  const row = await db.first(sql`
    update media set uploading_until = now() + interval '2 minutes', due_at = now() + interval '1 hour'
    where tenant_id = ${tenantId} and id = ${id} and status = 'pending'
      and (not ${isFirst}::boolean or uploading_until is null or uploading_until < now())
    returning 1 as one`);
  return row !== undefined;
}

/** Unlocks the upload, so that the file can be verified or sent again. False when the item is no longer pending. */
export async function unlockUpload(db: Runner, tenantId: string, id: string): Promise<boolean> {
  const row = await db.first(sql`
    update media set uploading_until = null, due_at = now() + interval '1 hour'
    where tenant_id = ${tenantId} and id = ${id} and status = 'pending' returning 1 as one`);
  return row !== undefined;
}

/** The id of something that waits for a person, no post itself, and would send the item. */
export async function heldCallWith(db: Runner, tenantId: string, id: string): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    select id from held where tenant_id = ${tenantId} and state in ('waiting', 'missed') and strpos(input::text, ${id}) > 0 limit 1`);
  return row?.id;
}

/** A post that something waits of, or that somebody approved and that has not left. */
const IS_SEEN = sql`(p.held is not null or p.approved is not null and p.status in ('scheduled', 'publishing'))`;

/**
 * The id of a post that contains the item in any of its parts, and is not published or has something that waits for a person.
 * `isSeen`: somebody looks at it, or has approved it as it is.
 */
export async function waitingPostWith(
  db: Runner,
  tenantId: string,
  id: string,
  { isSeen = false } = {},
): Promise<string | undefined> {
  const waits = isSeen ? IS_SEEN : sql`(p.status in ('draft', 'scheduled', 'publishing') or p.held is not null)`;
  const row = await db.first(sql<{ id: string }>`
    select p.id from posts p where p.tenant_id = ${tenantId} and ${waits} and p.id = any (array(
      select id from posts where tenant_id = ${tenantId} and listed_status in ('draft', 'scheduled')
      union select id from posts where tenant_id = ${tenantId} and held is not null
      union select post_id from actions where tenant_id = ${tenantId} and due_at is not null)) and (
      strpos(p.media::text, ${id}) > 0 or strpos(coalesce(p.segments::text, ''), ${id}) > 0
      or exists (select from actions x where x.tenant_id = p.tenant_id and x.post_id = p.id and strpos(x.input::text, ${id}) > 0)
    ) limit 1`);
  return row?.id;
}

/** Locks ready items until the transaction ends. Aborts it with the reason `media` when one is missing. */
export async function lockReady(db: Runner, tenantId: string, ids: readonly string[]): Promise<void> {
  await db.run(sql`
    select case when count(*) < ${ids.length}::integer then refuse('media') end from (
      select from media where tenant_id = ${tenantId} and id = any (${ids}::text[]) and status = 'ready' order by id for share
    ) kept`);
}

/** Deletes the row of a removed file and those of its renditions, unless a worker may still store a rendition. */
export async function deleteRemoved(db: Runner, tenantId: string, id: string): Promise<void> {
  await db.run(sql`
    with gone as (
      delete from media m where m.tenant_id = ${tenantId} and m.id = ${id} and m.status = 'removing' and not exists (
        select from video_renditions c where c.tenant_id = m.tenant_id and c.media_id = m.id and c.lease_until > now())
      returning m.id
    )
    delete from video_renditions c using gone where c.tenant_id = ${tenantId} and c.media_id = gone.id`);
}

/** The bytes that a pending item has reserved. */
export async function reservedBytes(db: Runner, tenantId: string, id: string): Promise<number> {
  const row = await db.first(sql<{ reserved_bytes: number }>`
    select reserved_bytes from media where tenant_id = ${tenantId} and id = ${id}`);
  return Number(row?.reserved_bytes ?? 0);
}
