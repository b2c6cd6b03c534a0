import { sql } from 'kysely';
import type { StoredActor } from '../../core/actor.ts';
import type { Runner } from '../../db/query.ts';

/** The row of a post `p` that still waits: its edit, say, when its removal was rejected. */
const stillWaiting = sql`(select jsonb_build_object('id', h.id, 'kind', h.kind, 'state', h.state, 'reason', h.reason, 'fingerprint', h.fingerprint)
  from held h where h.tenant_id = p.tenant_id and h.post_id = p.id and h.state in ('waiting', 'missed') order by h.created_at desc, h.id desc limit 1)`;

/** Writes the waiting part of posts. */
export async function notePosts(tx: Runner, tenantId: string, postIds: readonly string[]): Promise<void> {
  if (postIds.length === 0) return;
  await tx.run(sql`
    update posts p set held = ${stillWaiting}, updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = any (${postIds})`);
}

/** Writes the decision about a post. An approved version has no authors any more: who changes it next is the first. */
export async function noteReview(
  tx: Runner,
  tenantId: string,
  postId: string,
  review: { readonly decision: string; readonly note?: string | undefined; readonly by: StoredActor },
  approved?: string,
): Promise<void> {
  await tx.run(sql`
    update posts p set held = ${stillWaiting}, review = jsonb_strip_nulls(${JSON.stringify(review)}::jsonb) || jsonb_build_object('at', tenant_now()),
      approved = coalesce(${approved ?? null}, approved), author_ids = case when ${approved === undefined} then author_ids else '{}' end,
      updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${postId}`);
}

/** Locks the post that a row is about, before the row: everything that writes both locks in this order. */
export async function lockPost(tx: Runner, tenantId: string, postId: string): Promise<void> {
  await tx.run(sql`select 1 from posts where tenant_id = ${tenantId} and id = ${postId} for update`);
}

/** Whether a target of the post has a time after this one. */
export async function isDueLater(db: Runner, tenantId: string, postId: string, time: Date): Promise<boolean> {
  const found = await db.first(sql`
    select 1 from actions a join posts p on p.tenant_id = a.tenant_id and p.id = a.post_id
    where a.tenant_id = ${tenantId} and a.post_id = ${postId} and a.kind = 'publish' and a.status = 'pending'
      and coalesce(a.scheduled_at, p.scheduled_at) > ${time} limit 1`);
  return found !== undefined;
}

/** Takes a draft off the plan. */
export async function unplan(tx: Runner, tenantId: string, postId: string): Promise<void> {
  await tx.run(
    sql`update posts set scheduled_at = null, scheduled_local = null where tenant_id = ${tenantId} and id = ${postId} and status = 'draft'`,
  );
  await tx.run(sql`update actions a set scheduled_at = null, scheduled_local = null from posts p
    where a.tenant_id = ${tenantId} and a.post_id = ${postId} and a.kind = 'publish' and p.tenant_id = a.tenant_id and p.id = a.post_id and p.status = 'draft'`);
}
