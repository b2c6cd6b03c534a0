import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { platformFilter } from '../accounts/index.ts';
import { record } from '../events/index.ts';
import { wrongState } from './find-post.ts';
import { deletedEvent } from './live-changes.ts';
import * as posts from './post.repository.ts';
import type { PostRow } from './post.ts';
import { isRemovable, queueRemovals, type Removal, removalsOf, throttledCopies, toRemoval } from './remove-copies.ts';
import { dropTargets } from './target.repository.ts';

const Answer = z.object({
  success: z.boolean(),
  deleted: z.boolean().meta({ description: 'Nothing of the post is left' }),
  results: z.array(
    z.object({
      platform: z.string(),
      account_id: z.string(),
      outcome: z.enum(['deleted', 'not_supported', 'failed']),
      message: z.string().optional(),
    }),
  ),
});

/** What the commit leaves behind for the answer, now or at a replay. */
interface Deletion {
  readonly postId: string;
  readonly batch: string | null;
  readonly kept: readonly Removal[];
}

export const deletePost = defineOperation({
  name: 'delete_post',
  summary: 'Delete a post, on the platforms too where they allow it',
  tag: 'Posts',
  http: { method: 'delete', path: '/v1/posts/{post_id}', status: 200 },
  scope: 'posts:write',
  input: z.strictObject({ post_id: z.string().min(1).max(200), platform: z.string().max(50).optional() }),
  output: Answer,

  async run(ctx, { post_id: id, platform }) {
    const only = platformFilter(platform).platform;
    const { id: deletion } = await ctx.commit(async (tx) => {
      const post = await posts.lock(tx, ctx.tenant.id, id);
      if (post === undefined) throw notFound('post', id);
      if (post.status === 'publishing') throw wrongState(post, 'deleted');
      const chosen = (post.targets ?? []).filter((target) => only === undefined || target.platform === only);
      const live = chosen.filter(({ status }) => status === 'published');
      const removable = live.filter((target) => isRemovable(ctx.connectors, target));
      const throttled = await throttledCopies(tx, ctx, removable);
      const queued = removable.filter((target) => !throttled.has(target));
      const batch =
        queued.length === 0 ? null : await queueRemovals(tx, ctx, id, queued, { purpose: 'delete', accountId: null });
      await dropRest(tx, ctx, post, chosen);
      return {
        id: JSON.stringify({
          postId: id,
          batch,
          kept: [
            ...live.filter((target) => !removable.includes(target)).map(toKept),
            ...[...throttled.values()].map(toRemoval),
          ],
        } satisfies Deletion),
      };
    });
    if (!ctx.request.dryRun) ctx.services.wake('outward');
    return answerOf(ctx, deletion);
  },

  replay: async (ctx, { ref }) => answerOf(ctx, ref as string),
});

/** Targets that are on no platform go at once, and with the last of them the post. */
async function dropRest(
  tx: Parameters<typeof dropTargets>[0],
  ctx: Context,
  post: PostRow,
  chosen: PostRow['targets'],
): Promise<void> {
  const dropped = (chosen ?? []).filter(({ status }) => status !== 'published').map((target) => target.id);
  await dropTargets(tx, ctx.tenant.id, post.id, dropped);
  if ((post.targets ?? []).length > dropped.length) return;
  await posts.remove(tx, ctx.tenant.id, post.id);
  await record(tx, ctx.tenant.id, [deletedEvent(post.id, post.status)]);
}

function toKept(target: { platform: string; account_id: string }): Removal {
  return {
    platform: target.platform,
    account_id: target.account_id,
    outcome: 'not_supported',
    message: `${target.platform} does not let posts be deleted; delete it there.`,
  };
}

async function answerOf(ctx: Context, text: string): Promise<z.infer<typeof Answer>> {
  const { postId, batch, kept } = JSON.parse(text) as Deletion;
  const removed = batch === null || ctx.request.dryRun ? [] : await removalsOf(ctx, postId, batch);
  const results = [...removed.map(toRemoval), ...kept];
  const deleted = (await posts.byId(ctx.db, ctx.tenant.id, postId)) === undefined;
  return { success: results.every(({ outcome }) => outcome === 'deleted'), deleted, results };
}
