import { sql } from 'kysely';
import type { Edit, PublishedItem } from '../../core/connector.ts';
import type { NewEvent } from '../../core/event.ts';
import type { Runner } from '../../db/query.ts';
import type { PostStatus } from '../../db/schema.ts';
import { type ActionKind, actions, alone, type Job } from '../actions/index.ts';
import { record } from '../events/index.ts';
import * as posts from './post.repository.ts';
import { lockPosts, statusOfRest } from './settle-post.ts';
import { dropTargets } from './target.repository.ts';

/** The code of what a throttled platform refuses. */
export const THROTTLED = 'platform_rate_limit';

/** What a removal is queued with. */
export interface RemoveInput {
  readonly platformId: string;
  readonly purpose: 'delete' | 'unpublish';
  /** The account that the caller named; null means all. */
  readonly accountId: string | null;
  /** The status of the post when that was asked for. */
  readonly wasStatus: PostStatus;
}

/** Takes a copy of a post down, or one part of its thread. */
export const removeKind: ActionKind = {
  name: 'remove',
  onThrottle: 'fail',
  effect: (connector) => connector.removal,
  load: async (_db, job): Promise<PublishedItem> => ({ platformId: (job.input as unknown as RemoveInput).platformId }),
  lock: lockPosts,

  settled: alone(async (tx, job, outcome) => {
    if (outcome.status === 'failed' && outcome.failure.code === THROTTLED)
      await actions.failRest(tx, job, outcome.failure);
    const results = await actions.batchResults(tx, job.tenantId, job.postId as string, job.batch as string);
    if (results.some(({ status }) => status === 'publishing' || status === 'pending')) return;
    const gone = [...new Set(results.map((result) => result.parent_id))].filter((target) =>
      results.every((result) => result.parent_id !== target || result.status === 'published'),
    );
    const goneCount = await dropTargets(tx, job.tenantId, job.postId as string, gone);
    await afterRemoval(tx, job, goneCount);
  }),
};

/** A post of which nothing is left goes too; what is left decides its status. */
async function afterRemoval(tx: Runner, job: Job, goneCount: number): Promise<void> {
  const input = job.input as unknown as RemoveInput;
  const post = await posts.byId(tx, job.tenantId, job.postId as string);
  if (post === undefined) return;
  const events: NewEvent[] = [];
  if (input.purpose === 'unpublish' && goneCount > 0) {
    events.push({
      type: 'post.unpublished',
      resourceId: post.id,
      summary: `Post taken down from ${goneCount} accounts`,
      data: { post_id: post.id, account_id: input.accountId, unpublished_count: goneCount },
    });
  }
  if ((post.targets ?? []).length === 0) {
    await posts.remove(tx, job.tenantId, post.id);
    if (input.purpose === 'delete') events.push(deletedEvent(post.id, input.wasStatus));
  } else if (statusOfRest(post) !== post.status) {
    await posts.update(tx, job.tenantId, post.id, { status: statusOfRest(post) });
  }
  await record(tx, job.tenantId, events);
}

export function deletedEvent(postId: string, wasStatus: string): NewEvent {
  return {
    type: 'post.deleted',
    resourceId: postId,
    summary: 'Post deleted',
    data: { post_id: postId, was_status: wasStatus },
  };
}

export function updatedEvent(postId: string, status: string, fields: string[]): NewEvent {
  return {
    type: 'post.updated',
    resourceId: postId,
    summary: `Post changed: ${fields.join(', ')}`,
    data: { post_id: postId, status, changed_fields: fields },
  };
}

/** Changes the text of a published copy. */
export const editKind: ActionKind = {
  name: 'edit',
  onThrottle: 'fail',
  effect: (connector) => connector.editing,
  load: async (db, job): Promise<Edit> => ({ ...(job.input as unknown as Edit), text: await latestText(db, job) }),

  lock: lockPosts,

  settled: alone(async (tx, job, outcome) => {
    if (outcome.status !== 'published') return;
    const text = await latestText(tx, job);
    await tx.run(
      sql`update posts set text = ${text}, updated_at = tenant_now() where tenant_id = ${job.tenantId} and id = ${job.postId}`,
    );
    await tx.run(sql`update actions set input = input || ${JSON.stringify({ text })}::jsonb, updated_at = now()
      where tenant_id = ${job.tenantId} and id = ${job.parentId}`);
  }),
};

/** The text of the last change of the copy that was made: one that was put off must not undo those made meanwhile. */
async function latestText(db: Runner, job: Job): Promise<string> {
  const row = await db.first(sql<{ text: string }>`
    select input->>'text' as text from actions where tenant_id = ${job.tenantId} and parent_id = ${job.parentId} and kind = 'edit'
      and (id = ${job.actionId} or status = 'published') order by id desc limit 1`);
  return row?.text ?? (job.input as unknown as Edit).text;
}
