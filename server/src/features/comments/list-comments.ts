import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/keyset.ts';
import * as comments from './comment.repository.ts';
import { Comment, toComment } from './comment.ts';
import { findCommentedPost } from './find-post.ts';

const Id = z.string().min(1).max(500);

export const listComments = defineOperation({
  name: 'list_comments',
  summary: 'List the comments of one post, newest first, after a refresh from the platform',
  tag: 'Comments',
  http: { method: 'get', path: '/v1/inbox/comments/{post_id}', status: 200 },
  scope: 'inbox:read',
  callsPlatform: true,
  input: z.strictObject({ post_id: Id, account_id: z.string().max(200).optional(), ...pageQuery }),
  output: pageOf(Comment),

  async run(ctx, { post_id: id, account_id: accountId, ...page }) {
    const post = await findCommentedPost(ctx, id, accountId);
    return keysetPage(ctx, 'comments', page, {
      filters: post.id,
      read: (after, limit) =>
        comments.list(ctx.db, ctx.tenant.id, {
          inboxPostId: post.id,
          ...(after === undefined ? {} : { after }),
          limit,
        }),
      position: (row) => [row.created_at, row.id],
      item: (row) => toComment(row, ctx),
    });
  },
});

export const listCommentReplies = defineOperation({
  name: 'list_comment_replies',
  summary: 'List the replies to one comment, newest first',
  tag: 'Comments',
  http: { method: 'get', path: '/v1/inbox/comments/{post_id}/{comment_id}/replies', status: 200 },
  scope: 'inbox:read',
  callsPlatform: true,
  input: z.strictObject({ post_id: Id, comment_id: Id, account_id: z.string().max(200).optional(), ...pageQuery }),
  output: pageOf(Comment),

  async run(ctx, { post_id: id, comment_id: commentId, account_id: accountId, ...page }) {
    const post = await findCommentedPost(ctx, id, accountId);
    const comment = await comments.find(ctx.db, ctx.tenant.id, post.id, commentId);
    if (comment === undefined) throw notFound('comment', commentId);
    return keysetPage(ctx, 'replies', page, {
      filters: comment.id,
      read: (after, limit) =>
        comments.list(ctx.db, ctx.tenant.id, {
          inboxPostId: post.id,
          parentPlatformId: comment.platform_id,
          ...(after === undefined ? {} : { after }),
          limit,
        }),
      position: (row) => [row.created_at, row.id],
      item: (row) => toComment(row, ctx),
    });
  },
});
