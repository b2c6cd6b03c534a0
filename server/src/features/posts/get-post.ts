import { z } from 'zod';
import { ApiError, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as posts from './post.repository.ts';
import { Post, toPost } from './post.ts';

export const getPost = defineOperation({
  name: 'get_post',
  summary: 'One post with its targets, by our id or by a platform’s id',
  tag: 'Posts',
  http: { method: 'get', path: '/v1/posts/{post_id}', status: 200 },
  scope: 'posts:read',
  input: z.strictObject({ post_id: z.string().min(1).max(500) }),
  output: Post,

  async run(ctx, { post_id: id }) {
    const livemode = ctx.tenant.mode === 'live';
    const row = await posts.byId(ctx.db, ctx.tenant.id, id);
    if (row !== undefined) return toPost(row, livemode);
    const [found, ...others] = await posts.byPlatformId(ctx.db, ctx.tenant.id, id);
    if (found === undefined) throw notFound('post', id);
    if (others.length > 0)
      throw new ApiError(
        'conflict',
        'Several posts have this platform id; use our own id.',
        { id },
        'ambiguous_post_id',
      );
    return toPost(found, livemode);
  },
});
