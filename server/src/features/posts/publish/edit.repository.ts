import { sql } from 'kysely';
import type { Runner } from '../../../db/query.ts';
import type { Job } from '../../../engine/index.ts';
import type { TargetRow } from '../model/post.ts';

type EditJob = Pick<Job, 'tenantId' | 'actionId' | 'parentId' | 'postId'>;

/** Stores the text that a target's copy shows now as the target's own, unless it has one. */
export async function storeShownText(tx: Runner, tenantId: string, target: TargetRow, text: string): Promise<void> {
  await tx.run(sql`update actions set input = ${JSON.stringify({ text })}::jsonb || input, updated_at = now()
    where tenant_id = ${tenantId} and id = ${target.id}`);
}

/** The text of the latest edit of the copy: this one, or a later one that was made before it. */
export async function latestText(db: Runner, job: EditJob): Promise<string | undefined> {
  const row = await db.first(sql<{ text: string }>`
    select input->>'text' as text from actions where tenant_id = ${job.tenantId} and parent_id = ${job.parentId} and kind = 'edit'
      and (id = ${job.actionId} or status = 'published') order by id desc limit 1`);
  return row?.text;
}

/** Writes the text of an edit that the platform has made, to the post and to the target. */
export async function storeEditedText(tx: Runner, job: EditJob, text: string): Promise<void> {
  await tx.run(
    sql`update posts set text = ${text}, updated_at = tenant_now() where tenant_id = ${job.tenantId} and id = ${job.postId}`,
  );
  await tx.run(sql`update actions set input = input || ${JSON.stringify({ text })}::jsonb, updated_at = now()
    where tenant_id = ${job.tenantId} and id = ${job.parentId}`);
}
