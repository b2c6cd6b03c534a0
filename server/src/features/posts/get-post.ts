import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { findPost } from './model/find-post.ts';
import { Post, toPost } from './model/post.ts';

export const getPost = defineOperation({
  name: 'get_post',
  summary: 'One post with its targets, by our id or by a platform’s id',
  tag: 'Posts',
  http: { method: 'get', path: '/v1/posts/{post_id}', status: 200 },
  scope: 'posts:read',
  input: z.strictObject({ post_id: z.string().min(1).max(500) }),
  output: Post,

  run: async (ctx, { post_id: id }) => toPost(await findPost(ctx, id), ctx.tenant.mode === 'live'),
});
