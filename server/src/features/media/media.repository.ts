import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { MediaRow } from './media.ts';

const columns = sql`id, filename, content_type, size_bytes, status, facts, failure, alt_text, folder, tags, created_at`;

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

export interface MediaFilter {
  readonly folder?: string | undefined;
  readonly tag?: string | undefined;
  readonly kind?: string | undefined;
  /** Words of the name or the description. */
  readonly search?: string | undefined;
}

/** One page of ready items and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  { folder, tag, kind, search }: MediaFilter,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<MediaRow[]> {
  const conditions = [
    ...(after === undefined ? [] : [sql`and (created_at, id) < (${after[0]}::timestamptz, ${after[1]})`]),
    ...(folder === undefined ? [] : [sql`and folder = ${folder}`]),
    ...(tag === undefined ? [] : [sql`and tags @> array[${tag}]::text[]`]),
    ...(kind === undefined ? [] : [sql`and facts ->> 'kind' = ${kind}`]),
    ...(search === undefined ? [] : [sql`and strpos(lower(filename || ' ' || alt_text), lower(${search})) > 0`]),
  ];
  return db.run(sql<MediaRow>`select ${columns} from media where tenant_id = ${tenantId} and status = 'ready' ${sql.join(conditions, sql` `)}
    order by created_at desc, id desc limit ${limit + 1}`);
}

export interface NewMedia {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly altText?: string | undefined;
  readonly folder?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Until then it is a file that is still to come. */
  readonly waitSeconds: number;
}

/** An item whose file is still to come. */
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
 * Begins or goes on taking the file of an item, or looking into it, so that no second one mixes in: for two minutes from now. `isFirst`:
 * only when nobody is sending. False when that is so, or when the item is not awaited any more.
 */
export async function beginUpload(db: Runner, tenantId: string, id: string, isFirst: boolean): Promise<boolean> {
  const row = await db.first(sql`
    update media set uploading_until = now() + interval '2 minutes', due_at = now() + interval '1 hour'
    where tenant_id = ${tenantId} and id = ${id} and status = 'pending'
      and (not ${isFirst}::boolean or uploading_until is null or uploading_until < now())
    returning 1 as one`);
  return row !== undefined;
}

/** The file has come, or will not: it can be verified, or sent once more. False when the item is not awaited any more. */
export async function endUpload(db: Runner, tenantId: string, id: string): Promise<boolean> {
  const row = await db.first(sql`
    update media set uploading_until = null, due_at = now() + interval '1 hour'
    where tenant_id = ${tenantId} and id = ${id} and status = 'pending' returning 1 as one`);
  return row !== undefined;
}

/** A post that is still to be published with the file, in any of its places. */
export async function neededBy(db: Runner, tenantId: string, id: string): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    select p.id from posts p where p.tenant_id = ${tenantId} and p.status in ('draft', 'scheduled', 'publishing') and (
      strpos(p.media::text, ${id}) > 0 or strpos(coalesce(p.segments::text, ''), ${id}) > 0
      or exists (select from actions x where x.tenant_id = p.tenant_id and x.post_id = p.id and strpos(x.input::text, ${id}) > 0)
    ) limit 1`);
  return row?.id;
}

/** Keeps ready items until the transaction ends; ends with the refusal `media` when one of them is not there. */
export async function keep(db: Runner, tenantId: string, ids: readonly string[]): Promise<void> {
  await db.run(sql`
    select case when count(*) < ${ids.length}::integer then refuse('media') end from (
      select from media where tenant_id = ${tenantId} and id = any (${ids}::text[]) and status = 'ready' order by id for share
    ) kept`);
}

/** The row of a file that is removed, with those of its copies; later, while a worker may still put a copy beside it. */
export async function forget(db: Runner, tenantId: string, id: string): Promise<void> {
  await db.run(sql`
    with gone as (
      delete from media m where m.tenant_id = ${tenantId} and m.id = ${id} and m.status = 'removing' and not exists (
        select from video_copies c where c.tenant_id = m.tenant_id and c.media_id = m.id and c.lease_until > now())
      returning m.id
    )
    delete from video_copies c using gone where c.tenant_id = ${tenantId} and c.media_id = gone.id`);
}

/** What is held for a file that is still to come. */
export async function heldBytes(db: Runner, tenantId: string, id: string): Promise<number> {
  const row = await db.first(sql<{ reserved_bytes: number }>`
    select reserved_bytes from media where tenant_id = ${tenantId} and id = ${id}`);
  return Number(row?.reserved_bytes ?? 0);
}
