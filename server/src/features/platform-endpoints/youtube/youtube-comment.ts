import type { PlatformContext } from '../../../core/context.ts';
import type { CommentRef } from '../../../core/messaging/inbox.ts';
import { type AccountOptions, accountFor } from '../../accounts/index.ts';
import { findComment, findCommentedPost } from '../../comments/index.ts';
import { accountField, PlatformId } from '../fields.ts';

/** A comment is named with its post and its account. The ids are ours or YouTube's. */
export const commentFields = {
  comment_id: PlatformId.meta({ description: 'Our id or YouTube’s' }),
  ...accountField,
  post_id: PlatformId.meta({ description: 'The video: our id or YouTube’s' }),
};

export function optionsFor(accountId: string): AccountOptions {
  return { accountId, platform: 'youtube', what: 'this change of comments' };
}

export async function commentOf(
  ctx: PlatformContext,
  names: { readonly account_id: string; readonly post_id: string; readonly comment_id: string },
): Promise<CommentRef & { readonly isOwner: boolean }> {
  await accountFor(ctx, optionsFor(names.account_id));
  const post = await findCommentedPost(ctx, names.post_id, names.account_id);
  const comment = await findComment(ctx, post, names.comment_id);
  return { platformPostId: post.platform_id, commentId: comment.platform_id, isOwner: comment.is_owner };
}
