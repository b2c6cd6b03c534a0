import { z } from 'zod';
import type { Transaction } from '../../core/context.ts';
import { ApiError, conflict } from '../../core/errors.ts';
import { MustWait } from '../../core/held.ts';
import { defineOperation } from '../../core/operation.ts';
import { abortReasonOf } from '../../db/database.ts';
import { record } from '../events/index.ts';
import { takeCharge } from '../outcomes/index.ts';
import { requestRenditions, showingOfRow } from './compose/request-renditions.ts';
import { examplePublishing } from './examples.ts';
import { queueTargets } from './model/account-queue.repository.ts';
import { lockPost } from './model/find-post.ts';
import * as posts from './model/post.repository.ts';
import { accountIdsOf, Post, toPost } from './model/post.ts';
import { resetTargets } from './model/target.repository.ts';
import { seenInRetry, seenOfRow } from './model/waiting.ts';
import { dryRunPreview, waitForOutcome } from './publish/outcome.ts';

export const retryPost = defineOperation({
  name: 'retry_post',
  summary: 'Retry a post',
  description:
    'Publishes the failed targets of a failed or partial post again. Each retry costs 1 post, given back when a throttle leaves nothing published. Unconfirmed targets may have been published, so only `confirm` sends them again. `Prefer: wait=N` waits for the outcome, at most 30 seconds. A post without targets to retry is 400 `invalid_request`, one in any other status 409 `conflict`, a plan without posts left 429 `rate_limit_exceeded`.',
  example: { output: { ...examplePublishing, retry_count: 1 } },
  tag: 'Posts',
  http: { method: 'post', path: '/v1/posts/{post_id}/retry', status: 200 },
  scope: 'posts:write',
  leaves: true,
  charge: 'post',
  isCharged: () => true,
  input: z.strictObject({
    post_id: z.string().min(1).max(200),
    confirm: z
      .boolean()
      .optional()
      .meta({ description: 'true sends unconfirmed targets again too, although they may have been published' }),
  }),
  output: Post.extend({ success: z.boolean() }),
  alsoAnswers: [202],
  waits: true,
  // It sends the post as it is when somebody approves it.
  async seenWaiting(ctx, tx, input) {
    const post = await posts.byId(tx, ctx.tenant.id, input.post_id);
    return post && seenInRetry(seenOfRow(post), input);
  },

  async run(ctx, { post_id: id, confirm }) {
    const retry = async (tx: Transaction) => {
      const post = await lockPost(ctx, tx, id);
      if (post.status !== 'failed' && post.status !== 'partial') {
        throw conflict(
          `Only failed and partial posts can be retried; this one is ${post.status}.`,
          { resource: 'post', id },
          'post.state_invalid',
        );
      }
      const again = (post.targets ?? [])
        // Pending targets were added after the post failed.
        .filter(
          ({ status }) => status === 'failed' || status === 'pending' || (confirm === true && status === 'unconfirmed'),
        )
        .map((target) => target.id);
      if (again.length === 0) {
        const isInDoubt = (post.targets ?? []).some(({ status }) => status === 'unconfirmed');
        throw new ApiError(
          'invalid_request',
          isInDoubt
            ? 'Nothing can be retried: the other targets are unconfirmed and may have been published. Send confirm: true to send them again.'
            : 'Nothing can be retried: the accounts of the other targets were disconnected.',
          { field: isInDoubt ? 'confirm' : 'post_id' },
          'post.no_retryable_deliveries',
        );
      }
      await requestRenditions(ctx, [showingOfRow(post)], tx);
      await posts.lockAccounts(tx, ctx.tenant.id, id);
      await resetTargets(tx, ctx.tenant.id, again);
      await queueTargets(tx, ctx, again, ctx.request.isApproved || post.approved !== null);
      const chargedPeriod = await takeCharge(tx, ctx, 'post', 1);
      await posts.update(tx, ctx.tenant.id, id, {
        status: 'publishing',
        countRetry: true,
        chargedPeriod,
        by: ctx.actor,
      });
      await record(tx, ctx.tenant.id, [
        {
          type: 'post.retried',
          resourceId: id,
          accountIds: accountIdsOf(post),
          summary: `Post retried on ${again.length} targets`,
          data: { post_id: id, retried_count: again.length },
        },
      ]);
      return { id, preview: await dryRunPreview(ctx, tx, id, 1) };
    };
    const retried = await ctx.commit(retry).catch((error) => {
      throw abortReasonOf(error) === 'approval' ? new MustWait('brand') : error;
    });
    if (retried.preview !== undefined) return { ...retried.preview, success: true };
    ctx.wake('publish');
    return { ...toPost(await waitForOutcome(ctx, id), ctx.tenant.mode === 'live'), success: true };
  },

  replay: async (ctx, { ref }) => ({
    ...toPost(await waitForOutcome(ctx, ref as string), ctx.tenant.mode === 'live'),
    success: true,
  }),
});
