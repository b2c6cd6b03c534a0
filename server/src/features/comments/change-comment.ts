import { z } from 'zod';
import type { Context, PlatformContext } from '../../core/context.ts';
import { notSupported } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { accountOfItem } from '../accounts/index.ts';
import { outcomeOf, performAction } from '../outcomes/index.ts';
import { stateOf } from './comment.ts';
import { COMMENT_CHANGES, type CommentChangeName, effectOf } from './comment-change.action.ts';
import { commentFields } from './comment-fields.ts';
import { findComment, findCommentedPost } from './find-post.ts';

const Success = z.object({ success: z.boolean() });

export const deleteComment = changeOperation('delete', {
  summary: 'Delete a comment',
  description:
    'Deletes a comment on the platform, where `capabilities.can_delete` says so; elsewhere the answer is 501 `not_supported`. It costs nothing. The answer comes when the platform has taken the change. After ten seconds it is 504 `platform_timeout`, and the change goes on by itself. An account without access is 403 `reconnection_required`.',
  method: 'delete',
  path: '',
});
export const hideComment = changeOperation('hide', {
  summary: 'Hide a comment',
  description:
    'Hides a comment on the platform, where `capabilities.can_hide` says so; elsewhere the answer is 501 `not_supported`. It costs nothing and waits for the platform as the deletion does.',
  method: 'post',
  path: '/hide',
});
export const unhideComment = changeOperation('unhide', {
  summary: 'Unhide a comment',
  description: 'Shows a hidden comment again. It costs nothing and waits for the platform as the deletion does.',
  method: 'delete',
  path: '/hide',
});
export const likeComment = changeOperation('like', {
  summary: 'Like a comment',
  description:
    'Likes a comment as the account, where `capabilities.can_like` says so; elsewhere the answer is 501 `not_supported`. It costs nothing and waits for the platform as the deletion does.',
  method: 'post',
  path: '/like',
});
export const unlikeComment = changeOperation('unlike', {
  summary: 'Unlike a comment',
  description: 'Takes back the like of the account. It costs nothing and waits for the platform as the deletion does.',
  method: 'delete',
  path: '/like',
});

interface About {
  readonly summary: string;
  readonly description: string;
  readonly method: 'post' | 'delete';
  /** The part behind the comment's path. */
  readonly path: string;
}

function changeOperation(change: CommentChangeName, { summary, description, method, path }: About) {
  return defineOperation({
    name: `${change}_comment`,
    summary,
    description,
    example: { input: { post_id: exampleId('ip') } },
    tag: 'Comments',
    http: { method, path: `/v1/inbox/comments/{post_id}/{comment_id}${path}`, status: 200 },
    scope: 'inbox:write',
    leaves: true,
    callsPlatform: true,
    input: z.strictObject(commentFields),
    output: Success,

    async run(ctx: PlatformContext, { post_id: postId, comment_id: commentId, account_id: accountId }) {
      const post = await findCommentedPost(ctx, postId, accountId);
      const { account, connector } = await accountOfItem(ctx, post.account_id);
      const comment = await findComment(ctx, post, commentId);
      const { ability, what } = COMMENT_CHANGES[change];
      if (effectOf(connector, change) === undefined) throw notSupported(account.platform, what);
      const isAllowed = ability === 'liking' || (connector.comments?.allows?.(ability, stateOf(comment)) ?? true);
      if (!isAllowed) throw notSupported(account.platform, `${what} such as this one`);
      const input = { change, platformPostId: post.platform_id, commentId: comment.platform_id };
      return performAction(ctx, {
        account,
        actions: [{ kind: 'comment_change', input }],
        isIdempotent: true,
        preview: { success: true },
        response: (id) => responseOf(ctx, id),
      });
    },

    replay: (ctx, { ref }) => responseOf(ctx, ref as string),
  });
}

async function responseOf(ctx: Context, id: string): Promise<z.infer<typeof Success>> {
  await outcomeOf(ctx, id, 'change of the comment');
  return { success: true };
}
