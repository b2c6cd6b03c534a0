import { sql } from 'kysely';
import { actorJson } from '../../../core/actor.ts';
import type { Context } from '../../../core/context.ts';
import type { Runner } from '../../../db/query.ts';
import { FINGERPRINT_MINUTES, postRecord } from '../model/new-post.repository.ts';
import type { NewPost } from '../model/new-post.ts';
import { targetColumns, targetRecords } from '../model/target.repository.ts';

/**
 * Writes drafts and scheduled posts with their targets in one statement. Unlike `insertPost` it locks neither accounts nor
 * the tenant's row: queues, charge and events follow after the last batch. A duplicate of an earlier post is left out.
 * Returns the ids of the others. No two of the posts may share a fingerprint.
 */
export async function insertBatch(
  tx: Runner,
  { tenant: { id: tenantId }, actor }: Pick<Context, 'tenant' | 'actor'>,
  posts: readonly NewPost[],
): Promise<Set<string>> {
  const rows = await tx.run(sql<{ id: string }>`
    with post as (
      select * from jsonb_to_recordset(${JSON.stringify(posts.map((post) => ({ ...postRecord(post), fingerprint: post.fingerprint?.toString('hex') })))}::jsonb)
        as p (id text, text text, title text, status text, visibility text, first_comment text, segments jsonb, media jsonb,
          platform_data jsonb, scheduled_at timestamptz, scheduled_local text, timezone text, fingerprint text)
    ), print as (
      insert into post_fingerprints as f (tenant_id, fingerprint, post_id, expires_at)
      select ${tenantId}, decode(fingerprint, 'hex'), id, now() + ${FINGERPRINT_MINUTES} * interval '1 minute'
      from post where fingerprint is not null order by fingerprint
      on conflict (tenant_id, fingerprint) do update set post_id = excluded.post_id, expires_at = excluded.expires_at
        where f.expires_at <= now()
      returning post_id
    ), fresh as (
      select * from post where fingerprint is null or id in (select post_id from print)
    ), written as (
      insert into posts (tenant_id, id, text, title, status, visibility, first_comment, segments, media, platform_data,
        scheduled_at, scheduled_local, timezone, created_by, charged_period)
      select ${tenantId}, id, text, title, status, visibility, first_comment, segments, media, platform_data,
        scheduled_at, scheduled_local, timezone, ${actorJson(actor)}::jsonb,
        -- The period that the charge falls into, unless the plan changes before the charge: then chargeTo corrects it.
        case when status = 'scheduled' then (select (period_of(t)).starts from tenants t where t.tenant_id = ${tenantId}) end
      from fresh
    ), action as (
      insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local, due_at)
      select ${tenantId}, t.id, t.account_id, t.platform, 'publish', t.post_id, t.position, t.input, t.status, t.scheduled_at, t.scheduled_local, due_time(${tenantId}, t.due_at)
      from jsonb_to_recordset(${JSON.stringify(posts.flatMap(targetRecords))}::jsonb) as t (${targetColumns})
      where t.post_id in (select id from fresh)
    )
    select id from fresh`);
  return new Set(rows.map((row) => row.id));
}

/** Writes the period that paid into those posts that name another one. */
export async function chargeTo(tx: Runner, tenantId: string, period: Date, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update posts set charged_period = ${period} where tenant_id = ${tenantId} and id = any (${ids}) and charged_period <> ${period}`);
}
