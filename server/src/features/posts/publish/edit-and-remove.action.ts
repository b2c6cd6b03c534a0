import type { Edit, PublishedItem } from '../../../core/connector.ts';
import type { NewEvent } from '../../../core/event.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Runner } from '../../../db/query.ts';
import { type Action, actions, type Job, oneByOne } from '../../../engine/index.ts';
import { record } from '../../events/index.ts';
import * as posts from '../model/post.repository.ts';
import { accountIdsOf } from '../model/post.ts';
import { deleteTargets, markUnpublished } from '../model/target.repository.ts';
import * as edits from './edit.repository.ts';
import { lockPosts, statusOfRest } from './settle-post.ts';
import { type RemoveInput, StoredEdit, StoredRemoval } from './stored-input.ts';

/** The code of a failure because the platform throttled the call. */
export const THROTTLED = 'platform_rate_limit';

/** Takes a copy of a post down, or one part of its thread. */
export const removeAction: Action<RemoveInput> = {
  name: 'remove',
  onThrottle: 'fail',
  input: StoredRemoval,
  effect: (connector) => connector.removal,
  load: async (_db, { input }): Promise<PublishedItem> => ({ platformId: input.platformId }),
  lock: lockPosts,

  settled: oneByOne(async (tx, { job, outcome }) => {
    if (outcome.status === 'failed' && outcome.failure.code === THROTTLED)
      await actions.failRest(tx, job, outcome.failure);
    const results = await actions.batchResults(tx, job.tenantId, job.postId as string, job.batch as string);
    if (results.some(({ status }) => status === 'publishing' || status === 'pending')) return;
    const gone = [...new Set(results.map((result) => result.parent_id))].filter((target) =>
      results.every((result) => result.parent_id !== target || result.status === 'published'),
    );
    const lose = job.input?.purpose === 'delete' ? deleteTargets : markUnpublished;
    const before = await posts.byId(tx, job.tenantId, job.postId as string);
    if (before === undefined) return;
    const goneCount = await lose(tx, job.tenantId, before.id, gone);
    await afterRemoval(tx, job, goneCount, accountIdsOf(before));
  }),
};

/** Removes a post without targets; otherwise the copies that are left decide its status. */
async function afterRemoval(
  tx: Transaction,
  job: Job<RemoveInput | undefined>,
  goneCount: number,
  accountIds: readonly string[],
): Promise<void> {
  const { input } = job;
  const post = await posts.byId(tx, job.tenantId, job.postId as string);
  if (post === undefined) return;
  const events: NewEvent[] = [];
  if (input?.purpose === 'unpublish' && goneCount > 0) {
    events.push({
      type: 'post.unpublished',
      resourceId: post.id,
      accountIds,
      summary: `Post taken down from ${goneCount} accounts`,
      data: { post_id: post.id, account_id: input.accountId, unpublished_count: goneCount },
    });
  }
  if ((post.targets ?? []).length === 0) {
    await posts.remove(tx, job.tenantId, post.id);
    events.push(deletedEvent(post.id, input?.wasStatus ?? post.status, accountIds));
  } else if (statusOfRest(post) !== post.status) {
    const status = statusOfRest(post);
    await posts.update(tx, job.tenantId, post.id, { status });
    if (status === 'cancelled') await posts.releaseFingerprint(tx, job.tenantId, post.id);
  }
  await record(tx, job.tenantId, events);
}

export function deletedEvent(postId: string, wasStatus: string, accountIds: readonly string[]): NewEvent {
  return {
    type: 'post.deleted',
    resourceId: postId,
    accountIds,
    summary: 'Post deleted',
    data: { post_id: postId, was_status: wasStatus },
  };
}

export function updatedEvent(
  postId: string,
  status: string,
  fields: string[],
  accountIds: readonly string[],
): NewEvent {
  return {
    type: 'post.updated',
    resourceId: postId,
    accountIds,
    summary: `Post changed: ${fields.join(', ')}`,
    data: { post_id: postId, status, changed_fields: fields },
  };
}

/** Changes the text of a published copy. The post was updated once every copy is settled and one of them changed. */
export const editAction: Action<Edit> = {
  name: 'edit',
  onThrottle: 'fail',
  input: StoredEdit,
  effect: (connector) => connector.editing,
  load: async (db, job): Promise<Edit> => ({ ...job.input, text: await latestText(db, job, job.input) }),

  lock: lockPosts,

  settled: oneByOne(async (tx, { job, outcome }) => {
    if (outcome.status === 'published' && job.input !== undefined)
      await edits.storeEditedText(tx, job, await latestText(tx, job, job.input));
    const results = await actions.batchResults(tx, job.tenantId, job.postId as string, job.batch as string);
    if (results.some(({ status }) => status === 'publishing' || status === 'pending')) return;
    if (results.every(({ status }) => status !== 'published')) return;
    const post = await posts.byId(tx, job.tenantId, job.postId as string);
    if (post === undefined) return;
    await record(tx, job.tenantId, [updatedEvent(post.id, post.status, ['text'], accountIdsOf(post))]);
  }),
};

/** An edit that was put off must not undo a later one that was made meanwhile. */
async function latestText(db: Runner, job: Job, { text }: Edit): Promise<string> {
  return (await edits.latestText(db, job)) ?? text;
}
