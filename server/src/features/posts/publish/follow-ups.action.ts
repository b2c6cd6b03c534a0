import type { Connector, Content, ThreadPart } from '../../../core/connector.ts';
import type { ReplyInput } from '../../../core/messaging/inbox.ts';
import type { Runner } from '../../../db/query.ts';
import { type Action, actions, type Job, type Outcome, oneByOne } from '../../../engine/index.ts';
import { compact } from '../../../lib/compact.ts';
import { queueFollowUp } from '../../outcomes/index.ts';
import { destinationIdOf } from '../compose/destination.ts';
import * as posts from '../model/post.repository.ts';
import type { PostRow, TargetInput } from '../model/post.ts';
import { lockPosts, settlePosts } from './settle-post.ts';
import { type SegmentInput, StoredComment, StoredSegmentInput } from './stored-input.ts';

/** The action of the target that a thread or a first comment follows. */
export type PublishedTarget = Pick<Job<TargetInput>, 'tenantId' | 'accountId' | 'platform' | 'actionId' | 'input'> &
  Partial<Pick<Job, 'origin'>>;

type Owner = Pick<Job, 'tenantId' | 'accountId' | 'platform'> & Partial<Pick<Job, 'origin'>>;

/** Whether anything follows the post itself on this target. */
export function hasFollowUps(post: PostRow, target: { readonly input: TargetInput }): boolean {
  return (post.segments ?? []).length > 0 || hasFirstComment(post, target);
}

function hasFirstComment(post: PostRow, { input }: { readonly input: TargetInput }): boolean {
  return (input.first_comment ?? post.first_comment ?? '') !== '';
}

/** Queues what follows the post itself: the first part of its thread, or else the first comment. */
export async function queueFirstFollowUp(
  tx: Runner,
  job: PublishedTarget,
  post: PostRow,
  connector: Connector | undefined,
  rootId: string,
): Promise<void> {
  const target = { id: job.actionId, input: job.input };
  const next = post.segments?.[0];
  if (connector?.thread !== undefined && next !== undefined)
    return queueSegment(tx, job, post, target.id, { index: 0, ...next, parentId: rootId, rootId });
  await queueFirstComment(tx, job, post, target, connector, rootId);
}

/** Records that nothing can follow, because the platform's id of the post is unknown. */
export async function cancelFollowUps(
  tx: Runner,
  job: PublishedTarget,
  post: PostRow,
  connector: Connector | undefined,
): Promise<void> {
  const hasThread = connector?.thread !== undefined && (post.segments ?? []).length > 0;
  const why = 'It is not known under which id the post was published.';
  await actions.addMetadata(tx, job.tenantId, job.actionId, {
    ...(hasThread ? { thread_failed_at_index: 0, thread_error: { status: 'failed', message: why } } : {}),
    ...(hasFirstComment(post, job) ? { first_comment_error: why } : {}),
  });
}

async function queueSegment(
  tx: Runner,
  job: Owner,
  post: PostRow,
  targetId: string,
  input: SegmentInput,
): Promise<void> {
  await queueFollowUp(tx, job.tenantId, {
    accountId: job.accountId,
    platform: job.platform,
    origin: job.origin,
    kind: 'segment',
    postId: post.id,
    parentId: targetId,
    input: { ...input },
  });
}

async function queueFirstComment(
  tx: Runner,
  job: Owner,
  post: PostRow,
  target: { id: string; input: TargetInput },
  connector: Connector | undefined,
  platformPostId: string,
): Promise<void> {
  const text = target.input.first_comment ?? post.first_comment;
  if (text === null || text === undefined || text === '') return;
  if (connector?.comments?.reply === undefined) {
    return actions.addMetadata(tx, job.tenantId, target.id, {
      first_comment_error: `${job.platform} does not support first comments.`,
    });
  }
  await queueFollowUp(tx, job.tenantId, {
    accountId: job.accountId,
    platform: job.platform,
    origin: job.origin,
    kind: 'first_comment',
    postId: post.id,
    parentId: target.id,
    input: { platformPostId, text },
  });
}

/** A further part of a thread. The parts before it stay when it fails; the target says where the thread ends. */
export const segmentAction: Action<SegmentInput> = {
  name: 'segment',
  onThrottle: 'wait',
  input: StoredSegmentInput,
  effect: (connector) => connector.thread,
  lock: lockPosts,

  async load(db, job, resolve): Promise<ThreadPart> {
    const { text, media, parentId, rootId } = job.input;
    const post = await posts.byId(db, job.tenantId, job.postId as string);
    const target = (post?.targets ?? []).find(({ id }) => id === job.parentId);
    const visibility = target?.input.visibility ?? post?.visibility ?? undefined;
    const destinationId = destinationIdOf(target?.input ?? {});
    const options = { ...post?.platform_data[job.platform], ...target?.input.platform_data };
    const content: Content = compact({
      text,
      media: await resolve(media, options),
      visibility,
      destinationId,
      options,
    });
    return { content, parentId, rootId };
  },

  settled: oneByOne(async (tx, action) => {
    const { job, outcome, connector } = action;
    const { input } = job;
    const post = await posts.byId(tx, job.tenantId, job.postId as string);
    const target = (post?.targets ?? []).find(({ id }) => id === job.parentId);
    if (post === undefined || target === undefined) return undefined;
    if (outcome.status !== 'published') await endThread(tx, job, post, target, input, outcome);
    else if (input !== undefined)
      await continueThread(tx, job, post, target, input, outcome.published.platformId, connector);
    return await settlePosts(tx, [action]);
  }),
};

interface ThreadTarget {
  readonly id: string;
  readonly input: TargetInput;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The platform's ids of the parts that are published. */
function publishedParts({ metadata }: ThreadTarget): readonly string[] {
  return (metadata.thread_post_ids as string[] | undefined) ?? [];
}

async function continueThread(
  tx: Runner,
  job: Owner,
  post: PostRow,
  target: ThreadTarget,
  input: SegmentInput,
  platformId: string,
  connector: Connector | undefined,
): Promise<void> {
  const ids = [...publishedParts(target), platformId];
  await actions.addMetadata(tx, job.tenantId, target.id, { thread_post_ids: ids });
  const index = input.index + 1;
  const next = post.segments?.[index];
  if (next !== undefined)
    return queueSegment(tx, job, post, target.id, { index, ...next, parentId: platformId, rootId: input.rootId });
  await queueFirstComment(tx, job, post, target, connector, input.rootId);
}

async function endThread(
  tx: Runner,
  job: Owner,
  post: PostRow,
  target: ThreadTarget,
  input: SegmentInput | undefined,
  outcome: Exclude<Outcome, { status: 'published' }>,
): Promise<void> {
  await actions.addMetadata(tx, job.tenantId, target.id, {
    thread_failed_at_index: input?.index ?? publishedParts(target).length,
    thread_error: { ...outcome.failure, status: outcome.status },
    ...(hasFirstComment(post, target) ? { first_comment_error: 'The thread ended before it.' } : {}),
  });
}

/** The first comment under a published post: best effort, it never changes the status of the post. */
export const firstCommentAction: Action<ReplyInput> = {
  name: 'first_comment',
  onThrottle: 'wait',
  input: StoredComment,
  effect: (connector) => connector.comments?.reply,
  load: async (_db, { input }) => input,

  settled: oneByOne(async (tx, { job, outcome }) => {
    const facts =
      outcome.status === 'published'
        ? { first_comment_id: outcome.published.platformId }
        : { first_comment_error: outcome.failure.message };
    await actions.addMetadata(tx, job.tenantId, job.parentId as string, facts);
  }),
};
