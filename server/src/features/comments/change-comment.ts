import { z } from 'zod';
import type { PlatformContext } from '../../core/context.ts';
import { notSupported } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { outcomeOf, queueAction } from '../../engine/index.ts';
import { accountOfItem, assertActive, assertNotThrottled } from '../accounts/index.ts';
import { stateOf } from './comment.ts';
import { COMMENT_CHANGES, type CommentChangeName, effectOf } from './comment-change.action.ts';
import { findComment, findCommentedPost } from './find-post.ts';

const Success = z.object({ success: z.boolean() });
const Id = z.string().min(1).max(500);

export const deleteComment = changeOperation('delete', 'Delete a comment on the platform', 'delete', '');
export const hideComment = changeOperation('hide', 'Hide a comment', 'post', '/hide');
export const unhideComment = changeOperation('unhide', 'Show a hidden comment again', 'delete', '/hide');
export const likeComment = changeOperation('like', 'Like a comment as the account', 'post', '/like');
export const unlikeComment = changeOperation('unlike', 'Take a like back', 'delete', '/like');

function changeOperation(change: CommentChangeName, summary: string, method: 'post' | 'delete', path: string) {
  return defineOperation({
    name: `${change}_comment`,
    summary,
    tag: 'Comments',
    http: { method, path: `/v1/inbox/comments/{post_id}/{comment_id}${path}`, status: 200 },
    scope: 'inbox:write',
    callsPlatform: true,
    input: z.strictObject({ post_id: Id, comment_id: Id, account_id: z.string().max(200).optional() }),
    output: Success,

    async run(ctx: PlatformContext, { post_id: postId, comment_id: commentId, account_id: accountId }) {
      const post = await findCommentedPost(ctx, postId, accountId);
      const { account, connector } = await accountOfItem(ctx, post.account_id);
      const comment = await findComment(ctx, post, commentId);
      const { ability, what } = COMMENT_CHANGES[change];
      if (effectOf(connector, change) === undefined) throw notSupported(account.platform, what);
      const isAllowed = ability === 'liking' || (connector.comments?.allows?.(ability, stateOf(comment)) ?? true);
      if (!isAllowed) throw notSupported(account.platform, `${what} such as this one`);
      assertActive(account);
      await assertNotThrottled(ctx.db, ctx.tenant.id, [account.id]);
      const input = { change, platformPostId: post.platform_id, commentId: comment.platform_id };
      const id = await queueAction(ctx, {
        accountId: account.id,
        platform: account.platform,
        kind: 'comment_change',
        input,
      });
      if (id !== undefined) await outcomeOf(ctx, id, 'change of the comment');
      return { success: true };
    },

    async replay(ctx, { ref }) {
      await outcomeOf(ctx, ref as string, 'change of the comment');
      return { success: true };
    },
  });
}
