import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError, type ErrorCode, notFound, notSupported } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import type { Platform } from '../../core/platforms.ts';
import { assertNotThrottled } from '../accounts/index.ts';
import { actions, type Failure } from '../actions/index.ts';
import { textLength } from '../posts/index.ts';
import { quotaErrorOf, usage } from '../usage/index.ts';
import * as comments from './comment.repository.ts';
import { findCommentedPost } from './find-post.ts';

const WAIT_MS_MAX = 10_000;
const POLL_MS = 40;

const Answer = z.object({ success: z.boolean(), comment_id: z.string(), platform_id: z.string() });

export const replyToComment = defineOperation({
  name: 'reply',
  summary: 'Answer a comment, or comment on the post itself',
  tag: 'Comments',
  http: { method: 'post', path: '/v1/inbox/comments/{post_id}', status: 200 },
  scope: 'inbox:write',
  charge: 'interaction',
  input: z.strictObject({
    post_id: z.string().min(1).max(500),
    account_id: z.string().max(200).optional(),
    text: z
      .string()
      .max(10_000)
      .refine((text) => text.trim() !== '', 'must not be empty'),
    comment_id: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'The comment to answer; without it a comment on the post' }),
  }),
  output: Answer,

  async run(ctx, { post_id: postId, account_id: accountId, text, comment_id: commentId }) {
    const post = await findCommentedPost(ctx, postId, accountId);
    const connector = ctx.connectors[post.platform as Platform];
    if (connector?.comments?.reply === undefined) throw notSupported(post.platform, 'replies to comments');
    const max = connector.limits.comment.lengthMax;
    const length = textLength(connector.limits, text);
    if (max > 0 && length > max) throw tooLong(connector.displayName, length, max);
    const parent = commentId === undefined ? undefined : await comments.find(ctx.db, ctx.tenant.id, post.id, commentId);
    if (commentId !== undefined && parent === undefined) throw notFound('comment', commentId);
    await assertNotThrottled(ctx.db, ctx.tenant.id, [post.account_id]);
    const input = {
      platformPostId: post.platform_id,
      ...(parent === undefined ? {} : { parentId: parent.platform_id }),
      text,
    };
    const { id } = await ctx
      .commit(async (tx) => {
        const action = await actions.insert(tx, ctx.tenant.id, {
          accountId: post.account_id,
          platform: post.platform,
          kind: 'reply',
          postId: null,
          input,
        });
        await actions.setCharge(tx, ctx.tenant.id, action, await usage.take(tx, ctx.tenant, 'interaction', 1));
        return { id: action };
      })
      .catch((error) => {
        throw quotaErrorOf(error, ctx.tenant);
      });
    if (ctx.request.dryRun) return { success: true, comment_id: '', platform_id: '', cost: { interactions: 1 } };
    ctx.services.wake('outward');
    return answerOf(ctx, id, post.account_id);
  },

  async replay(ctx, { ref }) {
    const accountId = (await actions.result(ctx.db, ctx.tenant.id, ref as string))?.account_id ?? '';
    return answerOf(ctx, ref as string, accountId);
  },
});

function tooLong(platform: string, length: number, max: number): ApiError {
  const message = `A reply on ${platform} has at most ${max} characters; this one has ${length}.`;
  return new ApiError('invalid_request', message, { field: 'text', max }, 'validation.field_invalid');
}

/** Waits for the outcome of the action, at most ten seconds; then it goes on by itself. */
async function answerOf(ctx: Context, id: string, accountId: string): Promise<z.infer<typeof Answer>> {
  const deadline = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const result = await actions.result(ctx.db, ctx.tenant.id, id);
    if (result?.status === 'published') {
      const platformId = result.platform_id ?? '';
      return {
        success: true,
        comment_id: (await comments.idOf(ctx.db, ctx.tenant.id, accountId, platformId)) ?? '',
        platform_id: platformId,
      };
    }
    if (result?.status === 'failed' || result?.status === 'unconfirmed')
      throw toError(result.error as unknown as Failure, id);
    if (performance.now() > deadline) {
      throw new ApiError(
        'platform_timeout',
        'The platform has not answered yet. The reply is on its way and goes on under this id; do not send it again.',
        { id, retry_after: 10 },
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  platform_rate_limit: 'platform_rate_limit',
  invalid_token: 'invalid_token',
  reconnection_required: 'reconnection_required',
  permission_denied: 'reconnection_required',
  rejected: 'invalid_request',
  not_found: 'not_found',
  not_supported: 'not_supported',
};

function toError(failure: Failure, id: string): ApiError {
  const code = CODES[failure.code] ?? 'platform_error';
  const what = failure.message.replace(/[.!?\s]*$/, '.');
  const isThrottle = code === 'platform_rate_limit';
  return new ApiError(code, `${isThrottle ? 'Platform rate limit exceeded: ' : ''}${what} ${failure.remedy}`, {
    id,
    reason: failure.code,
    ...(failure.platform_code === undefined ? {} : { platform_code: failure.platform_code }),
  });
}
