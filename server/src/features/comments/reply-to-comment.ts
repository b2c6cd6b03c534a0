import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError, notSupported } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { accountOfItem } from '../accounts/index.ts';
import { skipDuplicateCheck } from '../inbox/index.ts';
import { outcomeOf, performAction } from '../outcomes/index.ts';
import { textLength } from '../posts/index.ts';
import * as comments from './comment.repository.ts';
import { postFields } from './comment-fields.ts';
import { exampleReply } from './examples.ts';
import { findComment, findCommentedPost } from './find-post.ts';

const Answer = z.object({ success: z.boolean(), comment_id: z.string(), platform_id: z.string() });

export const replyToComment = defineOperation({
  name: 'reply',
  summary: 'Reply to a comment',
  description:
    'Answers a comment or, without `comment_id`, comments on the post itself. It costs one interaction; it is given back when the platform throttles the call. The answer comes when the platform has taken the reply. After ten seconds it is 504 `platform_timeout`, and the reply goes on by itself. The same request within two minutes joins it. An account without access is 403 `reconnection_required`, a used-up allowance 429 `rate_limit_exceeded`.',
  example: {
    input: { post_id: exampleId('ip'), comment_id: exampleId('cmt'), text: exampleReply.text },
    output: { comment_id: exampleReply.id, platform_id: exampleReply.platform_id },
  },
  tag: 'Comments',
  http: { method: 'post', path: '/v1/inbox/comments/{post_id}', status: 200 },
  scope: 'inbox:write',
  leaves: true,
  callsPlatform: true,
  charge: 'interaction',
  isCharged: () => true,
  input: z.strictObject({
    ...postFields,
    text: z.string().max(20_000).regex(/\S/, 'must not be empty'),
    comment_id: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'The comment to answer; without it a comment on the post' }),
    skip_duplicate_check: skipDuplicateCheck,
  }),
  output: Answer,

  async run(ctx, { post_id: postId, account_id: accountId, text, comment_id: commentId, skip_duplicate_check: skips }) {
    const post = await findCommentedPost(ctx, postId, accountId);
    const { account, connector } = await accountOfItem(ctx, post.account_id);
    if (connector.comments?.reply === undefined) throw notSupported(post.platform, 'replies to comments');
    const max = connector.limits.comment.lengthMax;
    const length = textLength(connector.limits, text);
    if (max > 0 && length > max) throw tooLong(connector.displayName, length, max);
    const parent = commentId === undefined ? undefined : await findComment(ctx, post, commentId);
    const input = {
      platformPostId: post.platform_id,
      ...(parent === undefined ? {} : { parentId: parent.platform_id }),
      text,
    };
    return performAction(ctx, {
      account,
      actions: [{ kind: 'reply', input }],
      skipsDuplicateCheck: skips,
      charge: 'interaction',
      preview: { success: true, comment_id: '', platform_id: '' },
      response: (id) => commentResponse(ctx, id),
    });
  },

  async replay(ctx, { ref }) {
    return commentResponse(ctx, ref as string);
  },
});

function tooLong(platform: string, length: number, max: number): ApiError {
  const message = `A reply on ${platform} has at most ${max} characters; this one has ${length}.`;
  return new ApiError('invalid_request', message, { field: 'text', max }, 'validation.field_invalid');
}

async function commentResponse(ctx: Context, id: string): Promise<z.infer<typeof Answer>> {
  const { account_id: accountId, platform_id } = await outcomeOf(ctx, id, 'reply');
  const platformId = platform_id ?? '';
  return {
    success: true,
    comment_id: (await comments.idOf(ctx.db, ctx.tenant.id, accountId, platformId)) ?? '',
    platform_id: platformId,
  };
}
