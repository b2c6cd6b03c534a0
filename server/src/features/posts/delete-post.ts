import { z } from 'zod';
import { storedActor } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { defineOperation } from '../../core/operation.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { platformFilter } from '../accounts/index.ts';
import { record } from '../events/index.ts';
import { held, heldEvent } from '../held/index.ts';
import { lockPost, lockUnstartedPost, wrongState } from './model/find-post.ts';
import * as posts from './model/post.repository.ts';
import { accountIdsOf, type PostRow, type TargetRow } from './model/post.ts';
import { deleteTargets } from './model/target.repository.ts';
import { reconnectionRequired } from './publish/assert-connected.ts';
import { deletedEvent } from './publish/edit-and-remove.action.ts';
import { queueRemovals, type Removal, removalsOf, toRemoval, unremovableCopies } from './publish/remove-copies.ts';
import { statusOfRest } from './publish/settle-post.ts';

const DeletePostResponse = z.object({
  success: z.boolean(),
  deleted: z.boolean().meta({ description: 'Nothing of the post is left' }),
  results: z.array(
    z.object({
      platform: PlatformWord,
      account_id: z.string(),
      outcome: z.enum(['deleted', 'not_supported', 'failed']),
      message: z.string().optional(),
    }),
  ),
});

/** The facts from the commit that the response and its replay are built from. */
interface Deletion {
  readonly postId: string;
  readonly batch: string | null;
  readonly kept: readonly Removal[];
  /** For a dry run: the expected removals, and whether they leave nothing of the post. */
  readonly planned: readonly Removal[];
  readonly isWhole: boolean;
}

export const deletePost = defineOperation({
  name: 'delete_post',
  summary: 'Delete a post',
  description:
    'Deletes a post, with its published copies on the platforms that allow it. It is free. The answer waits for the platforms at most 10 seconds and tells the outcome of each copy. Copies that stay keep the post: `deleted` is then false. A post that is publishing is 409 `conflict`. When all its copies are on accounts that must be reconnected, the answer is 403 `reconnection_required`.',
  example: { output: { deleted: true } },
  tag: 'Posts',
  http: { method: 'delete', path: '/v1/posts/{post_id}', status: 200 },
  scope: 'posts:write',
  leaves: (_input, post) => ['published', 'partial', undefined].includes(post?.status),
  input: z.strictObject({
    post_id: z.string().min(1).max(200),
    platform: PlatformWord.optional().meta({ description: 'Delete it on this platform only' }),
  }),
  output: DeletePostResponse,

  async run(ctx, { post_id: id, platform }) {
    const only = platformFilter(platform).platform;
    const { id: deletion } = await ctx.commit(async (tx) => {
      const post = await lockPost(ctx, tx, id);
      if (post.status === 'publishing') throw wrongState(post, 'deleted');
      await lockUnstartedPost(ctx, tx, post, 'deleted');
      const chosen = (post.targets ?? []).filter((target) => only === undefined || target.platform === only);
      const live = chosen.filter(({ status }) => status === 'published');
      const unremovable = await unremovableCopies(tx, ctx, live);
      const [first] = live;
      if (first !== undefined && live.every((target) => unremovable.get(target)?.code === 'reconnection_required'))
        throw reconnectionRequired(ctx, first);
      const queued = live.filter((target) => !unremovable.has(target));
      const unconfirmed = chosen.filter(({ status }) => status === 'unconfirmed');
      const purpose = { purpose: 'delete', accountId: null, wasStatus: post.status } as const;
      const batch = queued.length === 0 ? null : await queueRemovals(tx, ctx, id, queued, purpose);
      const dropped = chosen.filter((target) => !live.includes(target) && !unconfirmed.includes(target));
      // A post without targets is on no platform, so a named platform changes nothing.
      const isNamed = only === undefined || chosen.length > 0;
      if (isNamed) await drop(tx, ctx, post, dropped);
      return {
        id: JSON.stringify({
          postId: id,
          batch,
          kept: [
            ...[...unremovable.values()].map(toRemoval),
            ...unconfirmed.map(toUnconfirmed),
            ...live.filter(hasUnconfirmedSegment).map(toUnconfirmedSegment),
          ],
          planned: queued.map(({ platform, account_id }) => ({ platform, account_id, outcome: 'deleted' })),
          isWhole: isNamed && queued.length + dropped.length === (post.targets ?? []).length,
        } satisfies Deletion),
      };
    });
    if (ctx.request.dryRun) return responseOf(ctx, deletion);
    ctx.wake('publish');
    return responseOf(ctx, deletion);
  },

  replay: async (ctx, { ref }) => responseOf(ctx, ref as string),
});

/** Deletes targets that are on no platform, and the post with the last of them. */
async function drop(
  tx: Parameters<typeof deleteTargets>[0],
  ctx: Context,
  post: PostRow,
  dropped: readonly TargetRow[],
): Promise<void> {
  const ids = dropped.map((target) => target.id);
  await deleteTargets(tx, ctx.tenant.id, post.id, ids);
  const rest = (post.targets ?? []).filter((target) => !dropped.includes(target));
  if (rest.length > 0) {
    const status = statusOfRest({ ...post, targets: rest });
    return posts.update(tx, ctx.tenant.id, post.id, { status, by: ctx.actor });
  }
  const withdrawn = await held.endOfPost(tx, ctx.tenant.id, post.id, storedActor(ctx.actor));
  await posts.remove(tx, ctx.tenant.id, post.id);
  await record(tx, ctx.tenant.id, [
    ...withdrawn.map((row) => heldEvent(row, 'withdrawn', { by: storedActor(ctx.actor) })),
    deletedEvent(post.id, post.status, accountIdsOf(post)),
  ]);
}

function toUnconfirmed({ platform, account_id }: TargetRow): Removal {
  const message = `It is not known whether the post was published on ${platform}. Resolve the target, then delete the post.`;
  return { platform, account_id, outcome: 'failed', message };
}

/** Whether the outcome of a thread's segment is unknown. Without an id the segment cannot be taken down. */
function hasUnconfirmedSegment({ metadata }: TargetRow): boolean {
  return (metadata.thread_error as { status?: string } | undefined)?.status === 'unconfirmed';
}

function toUnconfirmedSegment({ platform, account_id, metadata }: TargetRow): Removal {
  const part = Number(metadata.thread_failed_at_index) + 2;
  const message = `It is not known whether part ${part} of the thread was published on ${platform}; look there and delete it.`;
  return { platform, account_id, outcome: 'failed', message };
}

async function responseOf(ctx: Context, text: string): Promise<z.infer<typeof DeletePostResponse>> {
  const { postId, batch, kept, planned, isWhole } = JSON.parse(text) as Deletion;
  const isDryRun = ctx.request.dryRun;
  const removed = isDryRun ? planned : batch === null ? [] : await removalsOf(ctx, postId, batch);
  const results = [...removed.map(toRemoval), ...kept];
  const deleted = isDryRun ? isWhole : (await posts.byId(ctx.db, ctx.tenant.id, postId)) === undefined;
  return { success: results.every(({ outcome }) => outcome === 'deleted'), deleted, results };
}
