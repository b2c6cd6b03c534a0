import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError, invalid, notSupported } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { accountOfItem } from '../accounts/index.ts';
import { tenantNow } from '../clock/index.ts';
import { skipDuplicateCheck } from '../inbox/index.ts';
import { type Explain, outcomeOf, performAction } from '../outcomes/index.ts';
import * as comments from './comment.repository.ts';
import { stateOf } from './comment.ts';
import { privateReplyProblem } from './comment-capabilities.ts';
import { commentFields } from './comment-fields.ts';
import { findComment, findCommentedPost } from './find-post.ts';

export const replyPrivately = defineOperation({
  name: 'reply_privately',
  summary: 'Reply privately to a comment',
  description:
    'Sends the author of a comment a private message. A comment gets one, and only for some days; `capabilities.can_private_reply` says whether it still can. Otherwise the answer is 400 `private_reply_ineligible`, or 501 `not_supported` where the platform has none. It costs one interaction and waits for the platform like a reply.',
  example: { input: { post_id: exampleId('ip'), text: 'Shall we keep you a slice?' } },
  tag: 'Comments',
  http: { method: 'post', path: '/v1/inbox/comments/{post_id}/{comment_id}/private-reply', status: 200 },
  scope: 'inbox:write',
  leaves: true,
  callsPlatform: true,
  charge: 'interaction',
  isCharged: () => true,
  input: z.strictObject({
    ...commentFields,
    text: z.string().max(20_000).regex(/\S/, 'must not be empty'),
    skip_duplicate_check: skipDuplicateCheck,
  }),
  output: z.object({ success: z.boolean() }),

  async run(ctx, { post_id: postId, comment_id: commentId, account_id: accountId, text, skip_duplicate_check: skips }) {
    const post = await findCommentedPost(ctx, postId, accountId);
    const { account, connector } = await accountOfItem(ctx, post.account_id);
    const comment = await findComment(ctx, post, commentId);
    if (connector.comments?.privateReply === undefined) throw notSupported(account.platform, 'private replies');
    const { textLengthMax: max = 0, count = (words: string) => [...words].length } = connector.messages?.limits ?? {};
    if (max > 0 && count(text) > max)
      throw invalid('text', `A message on ${connector.displayName} has at most ${max} characters.`);
    const { comments: abilities } = connector;
    const input = { platformPostId: post.platform_id, commentId: comment.platform_id, text };
    return performAction(ctx, {
      account,
      actions: [{ kind: 'private_reply', input }],
      skipsDuplicateCheck: skips,
      charge: 'interaction',
      async check() {
        const problem = privateReplyProblem(abilities, stateOf(comment), await tenantNow(ctx));
        if (problem !== undefined) throw ineligible(account.platform, problem, comment.id);
      },
      async alongside(tx) {
        if (await comments.takePrivateReply(tx, ctx.tenant.id, comment.id)) return;
        throw ineligible(account.platform, 'The comment has its one private reply already.', comment.id);
      },
      preview: { success: true },
      response: (id) => responseOf(ctx, id),
    });
  },

  replay: (ctx, { ref }) => responseOf(ctx, ref as string),
});

async function responseOf(ctx: Context, id: string): Promise<{ success: boolean }> {
  await outcomeOf(ctx, id, 'private reply', { explain });
  return { success: true };
}

const explain: Explain = ({ code, message, platform }, { id }) =>
  code === 'rejected' ? ineligible(platform, message, id) : undefined;

function ineligible(platform: string, message: string, id: string): ApiError {
  return new ApiError('private_reply_ineligible', message, { id }, `platform.${platform}.private_reply_ineligible`);
}
