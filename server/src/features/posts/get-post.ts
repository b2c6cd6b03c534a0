import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { examplePublished } from './examples.ts';
import { findPost } from './model/find-post.ts';
import { Post, toPost } from './model/post.ts';
import { waitForOutcome } from './publish/outcome.ts';

export const getPost = defineOperation({
  name: 'get_post',
  summary: 'Get a post',
  description:
    'Returns a post with its targets, each with its status, its link or its error. The id may be ours or a platform’s. `Prefer: wait=N` waits for the outcome of a post that is being published, at most 30 seconds. An unknown id is 404 `not_found`. When several posts have the platform’s id, the answer is 409 `conflict`.',
  example: { output: examplePublished },
  tag: 'Posts',
  http: { method: 'get', path: '/v1/posts/{post_id}', status: 200 },
  scope: 'posts:read',
  input: z.strictObject({
    post_id: z.string().min(1).max(500).meta({ description: 'Our id, or the id of a copy on its platform' }),
  }),
  output: Post,
  rejects: ['conflict'],
  waits: true,

  async run(ctx, { post_id: id }) {
    const found = await findPost(ctx, id);
    const row = ctx.request.waitSeconds > 0 ? await waitForOutcome(ctx, found.id) : found;
    return toPost(row, ctx.tenant.mode === 'live');
  },
});
