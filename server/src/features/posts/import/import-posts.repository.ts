import { sql } from 'kysely';
import type { Tenant } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import type { Runner } from '../../db/query.ts';
import { FINGERPRINT_MINUTES, type NewPost } from './new-post.repository.ts';
import { targetColumns, targetRecords } from './target.repository.ts';

/** A post as one JSON record; a field more in NewPost must find its place here. */
function postRecord(post: NewPost): Record<keyof Omit<NewPost, 'targets' | 'schedule'>, unknown> & {
  scheduledAt: unknown;
  scheduledLocal: unknown;
} {
  const { targets: _targets, schedule, fingerprint, segments, ...rest } = post;
  return {
    ...rest,
    segments: segments.length === 0 ? null : segments,
    fingerprint: fingerprint?.toString('hex') ?? null,
    scheduledAt: schedule?.at ?? null,
    scheduledLocal: schedule?.local ?? null,
  };
}

/**
 * Writes drafts and scheduled posts with their targets in one statement, like `insertPost` but without what locks
 * accounts and the tenant: `queue`, the charge and the events follow once, after the last batch. A post that is posted
 * already is left out as a whole. Returns the ids of the others. No two posts may share a fingerprint.
 */
export async function insertBatch(tx: Runner, tenant: Tenant, posts: readonly NewPost[]): Promise<Set<string>> {
  const rows = await tx.run(sql<{ id: string }>`
    with post as (
      select * from jsonb_to_recordset(${JSON.stringify(posts.map(postRecord))}::jsonb)
        as p (id text, text text, title text, status text, visibility text, "firstComment" text, segments jsonb, media jsonb,
          "platformData" jsonb, "scheduledAt" timestamptz, "scheduledLocal" text, timezone text, fingerprint text)
    ), print as (
      insert into post_fingerprints as f (tenant_id, fingerprint, post_id, expires_at)
      select ${tenant.id}, decode(fingerprint, 'hex'), id, now() + ${FINGERPRINT_MINUTES} * interval '1 minute'
      from post where fingerprint is not null order by fingerprint
      on conflict (tenant_id, fingerprint) do update set post_id = excluded.post_id, expires_at = excluded.expires_at
        where f.expires_at <= now()
      returning post_id
    ), fresh as (
      select * from post where fingerprint is null or id in (select post_id from print)
    ), written as (
      insert into posts (tenant_id, id, text, title, status, visibility, first_comment, segments, media, platform_data,
        scheduled_at, scheduled_local, timezone, charged_period)
      select ${tenant.id}, id, text, title, status, visibility, "firstComment", segments, media, "platformData",
        "scheduledAt", "scheduledLocal", timezone,
        -- The same period that the charge falls into: both see the time at which the transaction began.
        case when status = 'scheduled' then period_start(${tenant.createdAt}, tenant_now()) end
      from fresh
    ), action as (
      insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local, due_at)
      select ${tenant.id}, t.id, t.account_id, t.platform, 'publish', t.post_id, t.position, t.input, t.status, t.scheduled_at, t.scheduled_local, due_time(${tenant.id}, t.due_at)
      from jsonb_to_recordset(${JSON.stringify(posts.flatMap(targetRecords))}::jsonb) as t (${targetColumns})
      where t.post_id in (select id from fresh)
    )
    select id from fresh`);
  return new Set(rows.map((row) => row.id));
}

/**
 * Puts accounts' queues forward to the first time at which something of the import is due. Locks them in their order.
 * Throws 409 when one was disconnected while the import ran.
 */
export async function queue(tx: Runner, tenantId: string, dueByAccount: ReadonlyMap<string, Date>): Promise<void> {
  const heads = Array.from(dueByAccount, ([id, due]) => ({ id, due_at: due }));
  const rows = await tx.run(sql`
    with head as (
      select a.id, due_time(${tenantId}, t.due_at) as due_at from accounts a
      join jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as t (id text, due_at timestamptz) on t.id = a.id
      where a.tenant_id = ${tenantId} and a.disconnected_at is null order by a.id for update of a
    )
    update accounts a set next_due_at = least(a.next_due_at, head.due_at) from head
    where a.tenant_id = ${tenantId} and a.id = head.id returning 1`);
  if (rows.length < heads.length)
    throw new ApiError(
      'conflict',
      'An account of the import was disconnected while it ran. Nothing was imported; send it again.',
      { resource: 'account' },
      'resource.conflict',
    );
}
