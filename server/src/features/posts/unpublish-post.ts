import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import type { Platform } from '../../core/platforms.ts';
import { throttled } from '../accounts/index.ts';
import { lockPost, wrongState } from './model/find-post.ts';
import { THROTTLED } from './publish/edit-and-remove.action.ts';
import { isRemovable, queueRemovals, type Removed, removalsOf, unremovableCopies } from './publish/remove-copies.ts';

const Answer = z.object({ success: z.boolean(), unpublished_count: z.number().int() });

interface Unpublication {
  readonly postId: string;
  readonly batch: string | null;
  /** The number of copies that a dry run expects to take down. */
  readonly count: number;
  /** Platforms that cannot take posts down. */
  readonly live: readonly string[];
  readonly refused: readonly Removed[];
}

export const unpublishPost = defineOperation({
  name: 'unpublish_post',
  summary: 'Take a published post down from all or some accounts',
  tag: 'Posts',
  http: { method: 'post', path: '/v1/posts/{post_id}/unpublish', status: 200 },
  scope: 'posts:write',
  input: z.strictObject({
    post_id: z.string().min(1).max(200),
    account_id: z.string().min(1).max(200).optional(),
    account_ids: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
  }),
  output: Answer,

  async run(ctx, { post_id: id, account_id: accountId, account_ids: accountIds }) {
    const wanted = accountIds ?? (accountId === undefined ? undefined : [accountId]);
    const { id: unpublication } = await ctx.commit(async (tx) => {
      const post = await lockPost(ctx, tx, id);
      if (post.status !== 'published' && post.status !== 'partial') throw wrongState(post, 'unpublished');
      const targets = (post.targets ?? []).filter(({ status }) => status === 'published');
      const unknown = wanted?.find((account) => !targets.some((target) => target.account_id === account));
      if (unknown !== undefined) throw notFound('account', unknown);
      const chosen = targets.filter((target) => wanted?.includes(target.account_id) ?? true);
      const removable = chosen.filter((target) => isRemovable(ctx.connectors, target));
      const accountId = wanted?.length === 1 ? (wanted[0] ?? null) : null;
      const purpose = { purpose: 'unpublish', accountId, wasStatus: post.status } as const;
      const refused = await unremovableCopies(tx, ctx, removable);
      const queued = removable.filter((target) => !refused.has(target));
      const batch = queued.length === 0 ? null : await queueRemovals(tx, ctx, id, queued, purpose);
      const live = chosen.filter((target) => !removable.includes(target)).map(({ platform }) => platform);
      const kept = { count: queued.length, live, refused: [...refused.values()] };
      return { id: JSON.stringify({ postId: id, batch, ...kept } satisfies Unpublication) };
    });
    if (!ctx.request.dryRun) ctx.wake('publish');
    return unpublicationResponse(ctx, unpublication);
  },

  replay: async (ctx, { ref }) => unpublicationResponse(ctx, ref as string),
});

async function unpublicationResponse(ctx: Context, text: string): Promise<z.infer<typeof Answer>> {
  const { postId, batch, count: planned, live, refused } = JSON.parse(text) as Unpublication;
  const removals = batch === null || ctx.request.dryRun ? [] : await removalsOf(ctx, postId, batch);
  const count = ctx.request.dryRun ? planned : removals.filter(({ outcome }) => outcome === 'deleted').length;
  const failed = [...removals.filter(({ outcome }) => outcome !== 'deleted'), ...refused];
  const stillLive = [...live, ...failed.map(({ platform }) => platform)];
  if (live.length > 0) {
    throw new ApiError(
      'not_supported',
      `The copies on ${live.map((platform) => nameOf(ctx, platform)).join(', ')} stay live: posts cannot be taken down there. ${others(count, ctx.request.dryRun)}`,
      { live_platforms: stillLive, unpublished_count: count },
    );
  }
  if (count === 0 && failed.length > 0 && failed.every(({ code }) => code === THROTTLED)) {
    const seconds = Math.max(...failed.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds));
    throw throttled(reasonsOf(ctx, failed), seconds === 0 ? undefined : seconds);
  }
  if (failed.length > 0) {
    throw new ApiError('platform_error', `Not every copy could be taken down: ${reasonsOf(ctx, failed)}`, {
      live_platforms: stillLive,
      unpublished_count: count,
    });
  }
  return { success: true, unpublished_count: count };
}

function others(count: number, isDryRun: boolean): string {
  const [noun, verb] = count === 1 ? ['copy', 'was'] : ['copies', 'were'];
  return `${count === 0 ? 'No' : count} other ${noun} ${isDryRun ? 'would be' : verb} taken down.`;
}

function reasonsOf(ctx: Context, failed: readonly Removed[]): string {
  return failed.map(({ platform, message }) => `${nameOf(ctx, platform)}: ${message}`).join(' ');
}

function nameOf({ connectors }: Context, platform: string): string {
  return connectors[platform as Platform]?.displayName ?? platform;
}
