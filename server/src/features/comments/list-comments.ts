import { z } from 'zod';
import type { PlatformContext } from '../../core/context.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery, queryBool } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import { tenantNow } from '../clock/index.ts';
import * as comments from './comment.repository.ts';
import { Comment, toComment } from './comment.ts';
import { commentFields, postFields } from './comment-fields.ts';
import { exampleReply } from './examples.ts';
import { findComment, findCommentedPost, refreshPost } from './find-post.ts';

const refresh = queryBool
  .optional()
  .meta({ description: 'true reads the platform, even when our comments are fresh', wire: { type: 'boolean' } });

export const listComments = defineOperation({
  name: 'list_comments',
  summary: 'List comments on a post',
  description:
    'Lists the comments on a post, newest first. They come from our store while it is fresh; otherwise the platform is read for at most five seconds. `capabilities` of a comment says what can be done with it. A post that several accounts published is 400 `invalid_request` without `account_id`. A platform without comments is 501 `not_supported`.',
  example: { input: { post_id: exampleId('ip') } },
  tag: 'Comments',
  http: { method: 'get', path: '/v1/inbox/comments/{post_id}', status: 200 },
  scope: 'inbox:read',
  callsPlatform: true,
  input: z.strictObject({
    ...postFields,
    moderation_status: z.enum(['published', 'held_for_review', 'likely_spam']).default('published').meta({
      description: 'The state of moderation, on platforms that have it; elsewhere every comment is published',
    }),
    order: z
      .enum(['recent', 'relevance'])
      .optional()
      .meta({ description: 'recent (default): newest first; relevance: most liked first' }),
    q: z
      .string()
      .max(256)
      .optional()
      .meta({
        description: `A part of the text. A page looks through ${comments.SEARCHED_MAX} comments, so it can have few or none and still a \`cursor\`, which goes on behind them`,
      }),
    refresh,
    ...pageQuery,
  }),
  output: pageOf(Comment),

  async run(
    ctx,
    { post_id: id, account_id: accountId, refresh: isAsked, order = 'recent', limit, cursor, ...filters },
  ) {
    const { moderation_status: moderationStatus } = filters;
    const post = await refreshPost(ctx, await findCommentedPost(ctx, id, accountId), {
      isAsked,
      isFurtherPage: cursor !== undefined,
      moderationStatus,
    });
    const filter = {
      inboxPostId: post.id,
      moderationStatus,
      search: filters.q === '' ? undefined : filters.q,
    };
    return commentPage(ctx, 'comments', { limit, cursor }, filter, order);
  },
});

export const listCommentReplies = defineOperation({
  name: 'list_comment_replies',
  summary: 'List replies to a comment',
  description:
    'Lists the replies to one comment, newest first, as fresh as the comments on the post are. An unknown comment is 404 `not_found`.',
  example: { input: { post_id: exampleId('ip') }, output: { data: [exampleReply] } },
  tag: 'Comments',
  http: { method: 'get', path: '/v1/inbox/comments/{post_id}/{comment_id}/replies', status: 200 },
  scope: 'inbox:read',
  callsPlatform: true,
  input: z.strictObject({
    ...commentFields,
    refresh,
    ...pageQuery,
  }),
  output: pageOf(Comment),

  async run(ctx, { post_id: id, comment_id: commentId, account_id: accountId, refresh: isAsked, ...page }) {
    const post = await refreshPost(ctx, await findCommentedPost(ctx, id, accountId), { isAsked });
    const comment = await findComment(ctx, post, commentId);
    const filter = { inboxPostId: post.id, parentPlatformId: comment.platform_id };
    return commentPage(ctx, 'replies', page, filter, 'recent');
  },
});

async function commentPage(
  ctx: PlatformContext,
  name: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
  filter: comments.CommentFilter,
  order: comments.CommentOrder,
) {
  const now = await tenantNow(ctx);
  return keysetPage(ctx, name, page, {
    filters: { ...filter, order },
    read: (after, limit) => comments.list(ctx.db, ctx.tenant.id, filter, order, after, limit),
    position: (row) => [order === 'recent' ? row.created_at : row.like_count, row.id],
    item: ({ fits: _, ends: __, ...row }) => toComment(row, ctx, now),
    search: (row) => row,
  });
}
