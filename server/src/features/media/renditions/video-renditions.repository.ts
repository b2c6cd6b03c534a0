import type { Recipe } from '@hubbub/media-info';
import { sql } from 'kysely';
import type { Runner } from '../../../db/query.ts';

export interface WantedRendition {
  readonly mediaId: string;
  /** The name of the rendition. */
  readonly name: string;
  readonly recipe: Recipe;
  readonly platforms: readonly string[];
  /** When the post that needs it is due. */
  readonly neededAt: Date;
}

/** A rendition as stored. */
export interface RenditionRow {
  media_id: string;
  recipe: string;
  platforms: string[];
  state: 'waiting' | 'working' | 'ready' | 'failed';
  progress: number;
  bytes: number | null;
  failure: string | null;
  is_final: boolean;
  /** Seconds since the request. */
  age_seconds: number;
}

const columns = sql`media_id, recipe, platforms, state, progress, bytes::float8 as bytes, failure, is_final, extract(epoch from now() - asked_at)::float8 as age_seconds`;

/**
 * Requests renditions of ready items. `isRetry` also restarts failed ones, unless the video itself was at fault.
 */
export async function request(
  db: Runner,
  tenantId: string,
  wanted: readonly WantedRendition[],
  isRetry: boolean,
): Promise<void> {
  const records = wanted.map(({ mediaId, name, recipe, platforms, neededAt }) => ({
    media_id: mediaId,
    recipe: name,
    wanted: recipe,
    platforms,
    needed_at: neededAt,
  }));
  const restarts = sql`(${isRetry}::boolean and c.state = 'failed' and not c.is_final)`;
  await db.run(sql`
    with wanted as (
      select w.* from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as w (media_id text, recipe text, wanted jsonb, platforms text[], needed_at timestamptz)
      join media m on m.tenant_id = ${tenantId} and m.id = w.media_id and m.status = 'ready'
      order by w.media_id, w.recipe for key share of m
    )
    insert into video_renditions as c (tenant_id, media_id, recipe, wanted, platforms, needed_at)
    select ${tenantId}, media_id, recipe, wanted, platforms, needed_at from wanted
    on conflict (tenant_id, media_id, recipe) do update set
      platforms = (select array_agg(distinct p order by p) from unnest(c.platforms || excluded.platforms) p),
      needed_at = least(c.needed_at, excluded.needed_at),
      asked_at = case when ${restarts} then now() else c.asked_at end,
      due_at = case when ${restarts} then now() else c.due_at end,
      attempt = case when ${restarts} then 0 else c.attempt end,
      progress = case when ${restarts} then 0 else c.progress end,
      state = case when ${restarts} then 'waiting' else c.state end`);
}

export async function byName(
  db: Runner,
  tenantId: string,
  mediaId: string,
  name: string,
): Promise<RenditionRow | undefined> {
  return db.first(sql<RenditionRow>`select ${columns} from video_renditions
    where tenant_id = ${tenantId} and media_id = ${mediaId} and recipe = ${name}`);
}

/** The renditions of an item. */
export async function ofMedia(db: Runner, tenantId: string, mediaId: string): Promise<RenditionRow[]> {
  return db.run(sql<RenditionRow>`select ${columns} from video_renditions
    where tenant_id = ${tenantId} and media_id = ${mediaId} order by asked_at, recipe`);
}

/** Queues a finished rendition again because its file is missing. */
export async function markMissing(db: Runner, tenantId: string, mediaId: string, name: string): Promise<void> {
  await db.run(sql`update video_renditions set state = 'waiting', progress = 0, attempt = 0, asked_at = now(), due_at = now()
    where tenant_id = ${tenantId} and media_id = ${mediaId} and recipe = ${name} and state = 'ready'`);
}

export interface RenditionJob {
  readonly tenantId: string;
  readonly mediaId: string;
  readonly name: string;
  readonly recipe: Recipe;
  readonly bytes: number;
  /** The fence of the lease. */
  readonly attempt: number;
}

/**
 * Leases the next video: the one needed first of the tenant that has waited longest. `served`: tenants that had turns,
 * the latest last.
 */
export async function claim(system: Runner, served: readonly string[], leaseSeconds: number): Promise<RenditionJob[]> {
  return system.run(sql<RenditionJob>`
    with due as (
      select c.tenant_id, c.media_id, c.recipe, m.size_bytes from video_renditions c
      join media m on m.tenant_id = c.tenant_id and m.id = c.media_id and m.status = 'ready'
      where c.state in ('waiting', 'working') and c.due_at <= now() and c.lease_until <= now()
      order by coalesce(array_position(${served}::text[], c.tenant_id::text), 0), c.needed_at, c.asked_at limit 1 for update of c skip locked
    )
    update video_renditions c set state = 'working', progress = 0, failure = null, attempt = c.attempt + 1,
      lease_until = now() + ${leaseSeconds} * interval '1 second'
    from due where c.tenant_id = due.tenant_id and c.media_id = due.media_id and c.recipe = due.recipe
    returning c.tenant_id as "tenantId", c.media_id as "mediaId", c.recipe as name, c.wanted as recipe, due.size_bytes::float8 as bytes, c.attempt`);
}

/** Renews the lease. False when it is lost or the item is being removed. */
export async function renew(db: Runner, job: RenditionJob, leaseSeconds: number): Promise<boolean> {
  return change(db, job, sql`lease_until = now() + ${leaseSeconds} * interval '1 second'`);
}

/** Stores the progress in percent. False like `renew`. */
export async function setProgress(db: Runner, job: RenditionJob, done: number): Promise<boolean> {
  return change(db, job, sql`progress = ${done}`);
}

export async function markReady(db: Runner, job: RenditionJob, bytes: number): Promise<boolean> {
  return change(db, job, sql`state = 'ready', progress = 100, bytes = ${bytes}, lease_until = '-infinity'`);
}

export async function fail(db: Runner, job: RenditionJob, failure: string, isFinal: boolean): Promise<void> {
  await change(db, job, sql`state = 'failed', failure = ${failure}, is_final = ${isFinal}, lease_until = '-infinity'`);
}

/** Releases the job and makes it due later. */
export async function postpone(db: Runner, job: RenditionJob, seconds: number): Promise<void> {
  await change(
    db,
    job,
    sql`state = 'waiting', progress = 0, due_at = now() + ${seconds} * interval '1 second', lease_until = '-infinity'`,
  );
}

/** Releases the job as if it had not been claimed, even if its item is being removed. */
export async function release(db: Runner, job: RenditionJob): Promise<void> {
  await db.run(sql`
    update video_renditions c set state = 'waiting', progress = 0, attempt = greatest(attempt - 1, 0), lease_until = '-infinity'
    where ${isOf(job)}`);
}

async function change(db: Runner, job: RenditionJob, values: ReturnType<typeof sql>): Promise<boolean> {
  const row = await db.first(sql`
    update video_renditions c set ${values} where ${isOf(job)} and c.lease_until > now()
      and exists (select from media m where m.tenant_id = c.tenant_id and m.id = c.media_id and m.status = 'ready')
    returning 1 as one`);
  return row !== undefined;
}

function isOf({ tenantId, mediaId, name, attempt }: RenditionJob) {
  return sql`c.tenant_id = ${tenantId} and c.media_id = ${mediaId} and c.recipe = ${name} and c.state = 'working' and c.attempt = ${attempt}`;
}
