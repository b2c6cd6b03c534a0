import { sql } from 'kysely';
import { actorJson, type StoredActor } from '../../../core/actor.ts';
import { tellWaiting } from '../../../core/observing/waiting.ts';
import type { PostStatus } from '../../../db/column-types.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Runner } from '../../../db/query.ts';
import type { NewPost } from './new-post.ts';
import type { PostRow } from './post.ts';
import { destinationOf, targetColumns, targetRecords } from './target.repository.ts';

export const columns = sql`p.id, p.text, p.title, p.status, p.visibility, p.first_comment, p.segments, p.media, p.platform_data, p.hidden, p.scheduled_at,
  p.scheduled_local, p.timezone, p.published_at, p.retry_count, p.charged_period, p.created_at, p.updated_at, p.created_by, p.changed_by, p.held, p.review, p.approved,
  (select json_agg(target) from (
    select a.id, a.account_id, a.platform, a.status, a.input, a.scheduled_at, a.scheduled_local, a.platform_id, a.permalink,
      a.published_at, a.error, a.metadata, a.attempt
    from actions a where a.tenant_id = p.tenant_id and a.post_id = p.id and a.kind = 'publish' order by a.position, a.id) target) as targets`;

export async function byId(db: Runner, tenantId: string, id: string): Promise<PostRow | undefined> {
  return db.first(sql<PostRow>`select ${columns} from posts p where p.tenant_id = ${tenantId} and p.id = ${id}`);
}

/** The posts of these ids, in their order. */
export async function byIds(db: Runner, tenantId: string, ids: readonly string[]): Promise<PostRow[]> {
  return db.run(sql<PostRow>`select ${columns} from posts p where p.tenant_id = ${tenantId} and p.id = any (${ids})
    order by array_position(${ids}::text[], p.id::text)`);
}

/** Posts that a platform knows under this id; more than one is ambiguous. */
export async function byPlatformId(db: Runner, tenantId: string, platformId: string): Promise<PostRow[]> {
  return db.run(sql<PostRow>`select ${columns} from posts p where p.tenant_id = ${tenantId} and p.id in (
    select a.post_id from accounts c cross join lateral (
      select post_id from actions where tenant_id = ${tenantId} and account_id = c.id and kind = 'publish' and platform_id = ${platformId} limit 2) a
    where c.tenant_id = ${tenantId}) limit 2`);
}

/** The brands of a post's accounts, also of those that were disconnected. */
export async function brandsOf(db: Runner, tenantId: string, id: string): Promise<string[]> {
  const rows = await db.run(sql<{ brand_id: string }>`
    select distinct c.brand_id from actions a join accounts c on c.tenant_id = a.tenant_id and c.id = a.account_id
    where a.tenant_id = ${tenantId} and a.post_id = ${id} and a.kind = 'publish'`);
  return rows.map((row) => row.brand_id);
}

/** Locks the post for the rest of the transaction. The lock order is post, accounts, tenant's row. */
export async function lock(tx: Runner, tenantId: string, id: string): Promise<PostRow | undefined> {
  await tx.run(sql`select 1 from posts where tenant_id = ${tenantId} and id = ${id} for update`);
  return byId(tx, tenantId, id);
}

/** Locks the accounts of a post's targets and further ones, in the order of their ids. Call it before the targets are locked. */
export async function lockAccounts(
  tx: Runner,
  tenantId: string,
  id: string,
  further: readonly string[] = [],
): Promise<void> {
  await tx.run(sql`
    select 1 from accounts where tenant_id = ${tenantId} and (id = any (${further})
      or id in (select account_id from actions where tenant_id = ${tenantId} and post_id = ${id} and kind = 'publish'))
    order by id for update`);
}

/**
 * Locks the accounts of a waiting post, so that no worker starts a target until the transaction ends. False when a worker
 * has started one already, although the post's status does not show it yet.
 */
export async function lockUnstarted(
  tx: Runner,
  tenantId: string,
  id: string,
  further: readonly string[],
): Promise<boolean> {
  await lockAccounts(tx, tenantId, id, further);
  const started = await tx.run(sql`
    select 1 from actions where tenant_id = ${tenantId} and post_id = ${id} and kind = 'publish' and status = 'publishing' limit 1`);
  return started.length === 0;
}

export interface PostChange {
  readonly status: PostStatus;
  /** The actor that asks for it; undefined: it follows from an earlier request. */
  readonly by?: StoredActor;
  readonly chargedPeriod?: Date | null;
  readonly countRetry?: boolean;
  readonly publishedAt?: 'now';
}

export async function update(tx: Runner, tenantId: string, id: string, change: PostChange): Promise<void> {
  await tx.run(sql`
    update posts set status = ${change.status},
      changed_by = ${change.by === undefined ? sql`changed_by` : sql`${actorJson(change.by)}::jsonb`},
      charged_period = ${change.chargedPeriod === undefined ? sql`charged_period` : sql`${change.chargedPeriod}`},
      retry_count = retry_count + ${change.countRetry ? 1 : 0},
      published_at = ${change.publishedAt === 'now' ? sql`coalesce(published_at, tenant_now())` : sql`published_at`},
      updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id}`);
}

/** Gives a scheduled post that is published early the present time in place of the one that lies ahead. */
export async function endSchedule(tx: Runner, tenantId: string, id: string): Promise<void> {
  await tx.run(sql`update posts set scheduled_at = tenant_now(), scheduled_local = null
    where tenant_id = ${tenantId} and id = ${id} and scheduled_at > tenant_now()`);
}

/** The post that was created with this fingerprint; undefined when its time ended meanwhile. */
export async function idByFingerprint(
  db: Runner,
  tenantId: string,
  fingerprint: Buffer | null,
): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    select post_id as id from post_fingerprints where tenant_id = ${tenantId} and fingerprint = ${fingerprint}`);
  return row?.id;
}

/**
 * Deletes a post's fingerprint, so the same content may be posted again. An expired fingerprint stays: a create that
 * takes it over may hold its row and wait for our locks.
 */
export async function releaseFingerprint(tx: Runner, tenantId: string, id: string): Promise<void> {
  await tx.run(
    sql`delete from post_fingerprints where tenant_id = ${tenantId} and post_id = ${id} and expires_at > now()`,
  );
}

/** Deletes a post, its targets and its fingerprint. */
export async function remove(tx: Transaction, tenantId: string, id: string): Promise<void> {
  await releaseFingerprint(tx, tenantId, id);
  const removed = await tx.run(sql<{ id: string }>`
    with post as (
      delete from posts where tenant_id = ${tenantId} and id = ${id}
    ), notes as (delete from post_notes where tenant_id = ${tenantId} and post_id = ${id})
    delete from actions where tenant_id = ${tenantId} and post_id = ${id} and kind <> 'remove' returning id`);
  tellWaiting(tx, 'withdrawn', tenantId, removed);
}

/** Rewrites a post that is on no platform. Its targets move to their new times or are replaced. */
export async function rewrite(
  tx: Transaction,
  tenantId: string,
  id: string,
  post: Omit<NewPost, 'status'> & { status: PostStatus },
  hidden: boolean | undefined,
  replacesTargets: boolean,
  by: StoredActor,
  /** It stays the version that was approved, if it was. */
  isSame: boolean,
): Promise<void> {
  await tx.run(sql`
    update posts set text = ${post.text}, title = ${post.title}, status = ${post.status}, visibility = ${post.visibility},
      first_comment = ${post.firstComment}, segments = ${post.segments.length === 0 ? null : JSON.stringify(post.segments)}::jsonb,
      media = ${JSON.stringify(post.media)}::jsonb, platform_data = ${JSON.stringify(post.platformData)}::jsonb,
      scheduled_at = ${post.schedule?.at ?? null}, scheduled_local = ${post.schedule?.local ?? null}, timezone = ${post.timezone}, hidden = coalesce(${hidden ?? null}::boolean, hidden),
      approved = case when ${isSame} then approved end,
      author_ids = case when ${isSame} or ${by.id} = any (author_ids) then author_ids else author_ids || ${by.id}::text end,
      changed_by = ${actorJson(by)}::jsonb, updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id}`);
  const isWaiting = post.status === 'scheduled';
  const rows = targetRecords({ ...post, id });
  if (replacesTargets) {
    const replaced = await tx.run(sql<{ id: string }>`
      delete from actions a where a.tenant_id = ${tenantId} and a.post_id = ${id} and a.kind = 'publish'
        and (a.status not in ('pending', 'failed') or not exists (
          select from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (${targetColumns})
          where t.account_id = a.account_id and ${destinationOf('t')} is not distinct from ${destinationOf('a')}))
      returning a.id`);
    tellWaiting(tx, 'withdrawn', tenantId, replaced);
  }
  // A target that stays keeps its row, and unless targets are replaced its position, and with it what is known of it after a restore. A failed one starts a new attempt when it is scheduled again.
  const kept = await tx.run(sql<{ id: string }>`
    with target as (
      select t.*, due_time(${tenantId}, t.due_at) as due from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (${targetColumns})
    ), kept as (
      update actions a set position = ${replacesTargets ? sql`t.position` : sql`a.position`}, due_at = t.due, scheduled_at = t.scheduled_at, scheduled_local = t.scheduled_local, input = t.input, updated_at = now(),
        status = case when ${isWaiting} then 'pending' else a.status end,
        attempt = a.attempt + case when ${isWaiting} and a.status = 'failed' then 1 else 0 end,
        state = case when ${isWaiting} then null else a.state end,
        error = case when ${isWaiting} then null else a.error end,
        prepared = case when ${isWaiting} then null else a.prepared end,
        send_key = case when ${isWaiting} then null else a.send_key end,
        intent_at = case when ${isWaiting} then null else a.intent_at end,
        started_at = case when ${isWaiting} then null else a.started_at end,
        retry_count = 0, resend_count = 0, lookup_count = 0, claim_count = 0, hang_count = 0
      from target t where a.tenant_id = ${tenantId} and a.post_id = ${id} and a.kind = 'publish' and a.account_id = t.account_id
        and ${destinationOf('a')} is not distinct from ${destinationOf('t')}
      returning t.id, a.id as action_id
    ), added as (
      insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local, due_at)
      select ${tenantId}, t.id, t.account_id, t.platform, 'publish', ${id}, t.position, t.input, 'pending', t.scheduled_at, t.scheduled_local, t.due
      from target t where t.id not in (select id from kept)
    )
    select action_id as id from kept`);
  tellWaiting(tx, isWaiting ? 'edited' : 'withdrawn', tenantId, kept);
}

/** Takes a scheduled post back, so that it can wait for a person. It is to leave at once then. */
export async function unschedule(tx: Transaction, tenantId: string, id: string): Promise<void> {
  await tx.run(sql`
    update posts set status = 'draft', scheduled_at = null, scheduled_local = null, updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id}`);
  const withdrawn = await tx.run(sql<{ id: string }>`
    update actions set due_at = null, scheduled_at = null, scheduled_local = null, updated_at = now()
    where tenant_id = ${tenantId} and post_id = ${id} and kind = 'publish' and status = 'pending' returning id`);
  tellWaiting(tx, 'withdrawn', tenantId, withdrawn);
}

/** Whether one of the post's brands approves its posts. */
export async function needsApproval(tx: Runner, tenantId: string, id: string): Promise<boolean> {
  const found = await tx.first(sql`
    select 1 from actions a join accounts c on c.tenant_id = a.tenant_id and c.id = a.account_id
    where a.tenant_id = ${tenantId} and a.post_id = ${id} and a.kind = 'publish' and c.needs_approval limit 1`);
  return found !== undefined;
}

/** Everybody who changed the post since the last approval. */
export async function authorsOf(tx: Runner, tenantId: string, id: string): Promise<string[]> {
  const row = await tx.first(sql<{ authors: string[] }>`
    select case when review ->> 'decision' = 'approved' or created_by is null then author_ids else author_ids || (created_by ->> 'id')::text end as authors
    from posts where tenant_id = ${tenantId} and id = ${id}`);
  return row?.authors ?? [];
}

/** Notes who changed the post last. */
export async function noteChange(tx: Runner, tenantId: string, id: string, actor: StoredActor): Promise<void> {
  await tx.run(
    sql`update posts set changed_by = ${actorJson(actor)}::jsonb where tenant_id = ${tenantId} and id = ${id}`,
  );
}

export async function setHidden(
  tx: Runner,
  tenantId: string,
  id: string,
  hidden: boolean,
  actor: StoredActor,
): Promise<void> {
  await tx.run(sql`update posts set hidden = ${hidden}, changed_by = ${actorJson(actor)}::jsonb, updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id}`);
}
