import { sql } from 'kysely';
import type { Edit, PublishedItem } from '../../core/connector.ts';
import type { NewEvent } from '../../core/event.ts';
import type { Runner } from '../../db/query.ts';
import { type ActionKind, actions, alone, type Job } from '../actions/index.ts';
import { record } from '../events/index.ts';
import * as posts from './post.repository.ts';
import { lockPosts } from './settle-post.ts';
import { dropTargets } from './target.repository.ts';

/** The code of what a throttled platform refuses. */
export const THROTTLED = 'platform_rate_limit';

/** What a removal is queued with. */
export interface RemoveInput {
  readonly platformId: string;
  readonly purpose: 'delete' | 'unpublish';
  /** The account that the caller named; null means all. */
  readonly accountId: string | null;
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
    await dropTargets(tx, job.tenantId, job.postId as string, gone);
    await afterRemoval(tx, job, gone.length);
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
    if (input.purpose === 'delete') events.push(deletedEvent(post.id, post.status));
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

/** Changes the text of a published copy. */
export const editKind: ActionKind = {
  name: 'edit',
  onThrottle: 'fail',
  effect: (connector) => connector.editing,
  load: async (_db, job): Promise<Edit> => job.input as unknown as Edit,

  settled: alone(async (tx, job, outcome) => {
    if (outcome.status !== 'published') return;
    const { text } = job.input as unknown as Edit;
    await tx.run(sql`update actions set input = input || ${JSON.stringify({ text })}::jsonb, updated_at = now()
      where tenant_id = ${job.tenantId} and id = ${job.parentId}`);
  }),
};
