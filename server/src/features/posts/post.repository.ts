import { sql } from 'kysely';
import type { Tenant } from '../../core/context.ts';
import type { NewEvent } from '../../core/event.ts';
import type { Runner } from '../../db/query.ts';
import type { PostStatus, StoredMedia, StoredSegment } from '../../db/schema.ts';
import { queueDeliveries, rowsOf } from '../events/index.ts';
import type { PostRow } from './post.ts';
import type { Schedule } from './schedule.ts';
import { destinationOf, type NewTarget, targetColumns, targetRecords } from './target.repository.ts';

export interface NewPost {
  readonly id: string;
  readonly text: string | null;
  readonly title: string | null;
  readonly status: 'draft' | 'scheduled' | 'publishing';
  readonly visibility: string | null;
  readonly media: readonly StoredMedia[];
  readonly firstComment: string | null;
  readonly segments: readonly StoredSegment[];
  readonly platformData: Readonly<Record<string, Record<string, unknown>>>;
  readonly schedule: Schedule | null;
  /** The zone of its wall times. */
  readonly timezone: string | null;
  /** null: duplicates are allowed. */
  readonly fingerprint: Buffer | null;
  readonly targets: readonly NewTarget[];
}

export const FINGERPRINT_MINUTES = 2;

/**
 * Writes a post with everything that belongs to it in one statement: fingerprint, targets, the accounts' queues, the
 * charge, the event. Ends with the refusal `duplicate` or `quota:post` when it may not be; then nothing is left.
 * A draft is free and waits for nobody. Others lock the accounts in the order of their ids, then the tenant's row, in
 * statements of their own: where a statement waits, PostgreSQL starts it once more, and this one is large. Each
 * account's row is locked even when its queue need not change: whoever empties the queue meanwhile must wait for this
 * transaction and then sees its targets.
 */
export async function insert(tx: Runner, tenant: Tenant, post: NewPost, events: readonly NewEvent[]): Promise<void> {
  const cost = post.status === 'draft' ? 0 : 1;
  const due = post.status === 'draft' ? [] : post.targets.map(({ accountId }) => accountId);
  await Promise.all([
    ...(due.length === 0 ? [] : [lockAccounts(tx, tenant.id, due)]),
    ...(cost + events.length === 0 ? [] : [lockTenant(tx, tenant.id)]),
    write(tx, tenant, post, events, cost),
  ]);
}

async function lockAccounts(tx: Runner, tenantId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`select 1 from accounts where tenant_id = ${tenantId} and id = any (${ids}) order by id for update`);
}

async function lockTenant(tx: Runner, tenantId: string): Promise<void> {
  await tx.run(sql`select 1 from tenants where tenant_id = ${tenantId} for update`);
}

async function write(
  tx: Runner,
  tenant: Tenant,
  post: NewPost,
  events: readonly NewEvent[],
  cost: number,
): Promise<void> {
  const targets = targetRecords(post);
  const limit = tenant.plan.postsPerPeriodMax;
  await tx.run(sql`
    with target as (
      select * from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as t (${targetColumns})
    ), print as (
      insert into post_fingerprints as f (tenant_id, fingerprint, post_id, expires_at)
      select ${tenant.id}, ${post.fingerprint}, ${post.id}, now() + ${FINGERPRINT_MINUTES} * interval '1 minute'
      where ${post.fingerprint}::bytea is not null
      on conflict (tenant_id, fingerprint) do update set post_id = excluded.post_id, expires_at = excluded.expires_at
        where f.expires_at <= now()
      returning 1
    ), is_new as (
      select ${post.fingerprint}::bytea is null or exists (select from print) as ok
    ), moved as (
      update accounts a set next_due_at = least(a.next_due_at, t.due_at)
      from (select account_id, min(due_at) as due_at from target where due_at is not null group by account_id) t
      where a.tenant_id = ${tenant.id} and a.id = t.account_id
      returning 1
    ), period as (
      select period_start(${tenant.createdAt}, now()) as start, count(*) as queues from moved
    ), charged as (
      update tenants t set
        posts_used = case when t.period_start = period.start then t.posts_used else 0 end + ${cost},
        interactions_used = case when t.period_start = period.start then t.interactions_used else 0 end,
        period_start = period.start,
        seq = t.seq + ${events.length}
      from period, is_new
      where ${cost + events.length} > 0 and t.tenant_id = ${tenant.id} and is_new.ok
        and (${cost}::int = 0 or ${limit}::int = -1 or case when t.period_start = period.start then t.posts_used else 0 end < ${limit}::int)
      returning t.period_start, t.seq
    ), granted as (
      select case when not is_new.ok then refuse('duplicate')
                  when ${cost + events.length} > 0 and not exists (select from charged) then refuse('quota:post') end,
        (select period_start from charged) as period, (select seq from charged) as seq
      from is_new
    ), post as (
      insert into posts (tenant_id, id, text, title, status, visibility, first_comment, segments, media, platform_data, scheduled_at, scheduled_local, timezone, charged_period)
      select ${tenant.id}, ${post.id}, ${post.text}, ${post.title}, ${post.status}, ${post.visibility},
        ${post.firstComment}, ${post.segments.length === 0 ? null : JSON.stringify(post.segments)}::jsonb, ${JSON.stringify(post.media)}::jsonb,
        ${JSON.stringify(post.platformData)}::jsonb, ${post.schedule?.at ?? null}, ${post.schedule?.local ?? null}, ${post.timezone},
        case when ${cost}::int > 0 then granted.period end
      from granted
      returning 1
    ), action as (
      insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local, due_at)
      select ${tenant.id}, t.id, t.account_id, t.platform, 'publish', t.post_id, t.position, t.input, t.status, t.scheduled_at, t.scheduled_local, t.due_at
      from target t, post
    ), written as (
      insert into events (tenant_id, seq, id, type, category, status, platform, account_id, resource_id, summary, data, raw_payload, error_category, error_message)
      select ${tenant.id}, granted.seq - ${events.length} + e.ordinal, e.id, e.type, e.category, e.status, e.platform, e.account_id, e.resource_id, e.summary, e.data, e.raw_payload, e.error_category, e.error_message
      from granted, ${rowsOf(events)}
      returning seq, type
    ), ${queueDeliveries(tenant.id)}
    select 1 from granted`);
}

export const columns = sql`p.id, p.text, p.title, p.status, p.visibility, p.first_comment, p.segments, p.media, p.platform_data, p.hidden, p.scheduled_at,
  p.scheduled_local, p.timezone, p.published_at, p.retry_count, p.charged_period, p.created_at, p.updated_at,
  (select json_agg(target) from (
    select a.id, a.account_id, a.platform, a.status, a.input, a.scheduled_at, a.scheduled_local, a.platform_id, a.permalink,
      a.published_at, a.error, a.metadata
    from actions a where a.tenant_id = p.tenant_id and a.post_id = p.id and a.kind = 'publish' order by a.position) target) as targets`;

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
    select post_id from actions where tenant_id = ${tenantId} and kind = 'publish' and platform_id = ${platformId}) limit 2`);
}

/** Locks the post for the rest of the transaction. Locks go post, then accounts, then the tenant's row. */
export async function lock(tx: Runner, tenantId: string, id: string): Promise<PostRow | undefined> {
  await tx.run(sql`select 1 from posts where tenant_id = ${tenantId} and id = ${id} for update`);
  return byId(tx, tenantId, id);
}

/**
 * Locks the accounts of a waiting post's targets and further ones, in the order of their ids: from now on no worker can
 * begin a target. False when one has begun already; the post then only looks as if it were waiting.
 */
export async function hold(tx: Runner, tenantId: string, id: string, accountIds: readonly string[]): Promise<boolean> {
  await tx.run(sql`
    select 1 from accounts where tenant_id = ${tenantId} and (id = any (${accountIds})
      or id in (select account_id from actions where tenant_id = ${tenantId} and post_id = ${id} and kind = 'publish'))
    order by id for update`);
  const begun = await tx.run(sql`
    select 1 from actions where tenant_id = ${tenantId} and post_id = ${id} and kind = 'publish' and status = 'publishing' limit 1`);
  return begun.length === 0;
}

export interface PostChange {
  readonly status: PostStatus;
  readonly chargedPeriod?: Date | null;
  readonly countRetry?: boolean;
  readonly publishedAt?: 'now';
}

export async function update(tx: Runner, tenantId: string, id: string, change: PostChange): Promise<void> {
  await tx.run(sql`
    update posts set status = ${change.status},
      charged_period = ${change.chargedPeriod === undefined ? sql`charged_period` : sql`${change.chargedPeriod}`},
      retry_count = retry_count + ${change.countRetry ? 1 : 0},
      published_at = ${change.publishedAt === 'now' ? sql`coalesce(published_at, now())` : sql`published_at`},
      updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`);
}

/** Forgets a post, its targets and its fingerprint; what was posted may be posted again. */
export async function remove(tx: Runner, tenantId: string, id: string): Promise<void> {
  await tx.run(sql`
    with targets as (
      delete from actions where tenant_id = ${tenantId} and post_id = ${id} and kind <> 'remove'
    ), print as (
      delete from post_fingerprints where tenant_id = ${tenantId} and post_id = ${id}
    )
    delete from posts where tenant_id = ${tenantId} and id = ${id}`);
}

/** Writes the content of a post that is on no platform, moves its targets to their new times, or replaces them. */
export async function rewrite(
  tx: Runner,
  tenantId: string,
  id: string,
  post: Omit<NewPost, 'status'> & { status: PostStatus },
  hidden: boolean | undefined,
  replacesTargets: boolean,
): Promise<void> {
  await tx.run(sql`
    update posts set text = ${post.text}, title = ${post.title}, status = ${post.status}, visibility = ${post.visibility},
      first_comment = ${post.firstComment}, segments = ${post.segments.length === 0 ? null : JSON.stringify(post.segments)}::jsonb,
      media = ${JSON.stringify(post.media)}::jsonb, platform_data = ${JSON.stringify(post.platformData)}::jsonb,
      scheduled_at = ${post.schedule?.at ?? null}, scheduled_local = ${post.schedule?.local ?? null}, timezone = ${post.timezone}, hidden = coalesce(${hidden ?? null}::boolean, hidden), updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`);
  if (replacesTargets)
    await tx.run(sql`delete from actions where tenant_id = ${tenantId} and post_id = ${id} and kind = 'publish'`);
  const isWaiting = post.status === 'scheduled';
  const rows = targetRecords({ ...post, id });
  // A target that stays keeps its row and, after a failure, starts a new attempt when it is scheduled again.
  await tx.run(sql`
    with target as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (${targetColumns})
    ), kept as (
      update actions a set due_at = t.due_at, scheduled_at = t.scheduled_at, scheduled_local = t.scheduled_local, input = t.input, updated_at = now(),
        status = case when ${isWaiting} then 'pending' else a.status end,
        attempt = a.attempt + case when ${isWaiting} and a.status = 'failed' then 1 else 0 end,
        state = case when ${isWaiting} then null else a.state end,
        error = case when ${isWaiting} then null else a.error end,
        prepared = case when ${isWaiting} then null else a.prepared end,
        send_key = case when ${isWaiting} then null else a.send_key end,
        intent_at = case when ${isWaiting} then null else a.intent_at end,
        started_at = case when ${isWaiting} then null else a.started_at end,
        tries = 0, repeats = 0, looks = 0, pickups = 0
      from target t where a.tenant_id = ${tenantId} and a.post_id = ${id} and a.kind = 'publish' and a.account_id = t.account_id
        and ${destinationOf('a')} is not distinct from ${destinationOf('t')}
      returning t.id
    ), added as (
      insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local, due_at)
      select ${tenantId}, t.id, t.account_id, t.platform, 'publish', ${id}, t.position, t.input, 'pending', t.scheduled_at, t.scheduled_local, t.due_at
      from target t where t.id not in (select id from kept)
    ), head as (
      select a.id, t.due_at from accounts a
      join (select account_id, min(due_at) as due_at from target group by account_id) t on t.account_id = a.id
      where a.tenant_id = ${tenantId} order by a.id for update of a
    )
    update accounts a set next_due_at = least(a.next_due_at, head.due_at) from head
    where a.tenant_id = ${tenantId} and a.id = head.id and head.due_at is not null`);
}

export async function setHidden(tx: Runner, tenantId: string, id: string, hidden: boolean): Promise<void> {
  await tx.run(
    sql`update posts set hidden = ${hidden}, updated_at = now() where tenant_id = ${tenantId} and id = ${id}`,
  );
}
