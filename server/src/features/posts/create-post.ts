import type { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { refusalOf } from '../../db/database.ts';
import { quotaErrorOf } from '../usage/index.ts';
import { askForCopies, showingOf } from './ask-for-copies.ts';
import { CreatePostInput, scheduledEvent, toNewPost } from './compose-post.ts';
import { keepMedia, storedItemsOf } from './keep-media.ts';
import { forgetAccounts, knownAccountsOf } from './known-accounts.ts';
import { answerOf, outcomeOf } from './outcome.ts';
import * as posts from './post.repository.ts';
import { Post, type ShownPost, toPost } from './post.ts';

const ROUNDS_MAX = 5;

export const createPost = defineOperation({
  name: 'create_post',
  summary: 'Create a post: a draft, scheduled, or published at once',
  tag: 'Posts',
  http: { method: 'post', path: '/v1/posts', status: 201 },
  scope: 'posts:write',
  charge: 'post',
  input: CreatePostInput,
  aliases: { schedule_at: 'scheduled_at' },
  output: Post,
  alsoAnswers: [207, 422],

  async run(ctx, input) {
    const early = input.targets?.findIndex((target) => target.scheduled_at !== undefined) ?? -1;
    if (early >= 0 && input.scheduled_at === undefined && input.publish_now !== true) {
      throw invalid(
        `targets.${early}.scheduled_at`,
        'A target can have its own time only in a scheduled post; send scheduled_at on the post too.',
      );
    }
    const { post, row } = await write(ctx, input);
    if (ctx.request.dryRun)
      return { ...toPost(row, ctx.tenant.mode === 'live'), cost: { posts: post.status === 'draft' ? 0 : 1 } };
    if (post.status === 'publishing') ctx.services.wake('outward');
    return answerOf(ctx, ctx.request.waitSeconds > 0 ? await outcomeOf(ctx, post.id) : row, 201);
  },

  replay: async (ctx, { ref }) => answerOf(ctx, await outcomeOf(ctx, ref as string), 201),
});

type Input = z.output<typeof CreatePostInput>;

/** Composes the post and commits it. When accounts or media have changed since they were looked up, both are done again. */
async function write(ctx: Context, input: Input): Promise<{ post: posts.NewPost; row: ShownPost }> {
  for (let round = 1; ; round++) {
    const post = await toNewPost(ctx, input, knownAccountsOf);
    const event = post.status === 'scheduled' ? scheduledEvent(post) : undefined;
    const items = storedItemsOf(post);
    try {
      const { made } = await ctx.commit(async (tx) => {
        if (items.length > 0) tx.later((db) => keepMedia(db, ctx.tenant.id, items));
        return { id: post.id, made: tx.later((db) => posts.insert(db, ctx.tenant, post, event)) };
      });
      if (post.status !== 'draft') await askForCopies(ctx, [showingOf(post)]);
      return { post, row: await made.result };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === 'duplicate') throw duplicate();
      if ((refusal !== 'account' && refusal !== 'media') || round === ROUNDS_MAX) throw quotaErrorOf(error, ctx.tenant);
      const accountIds = post.targets.map(({ accountId }) => accountId);
      forgetAccounts(ctx.tenant.id, accountIds);
    }
  }
}

function duplicate(): ApiError {
  return new ApiError(
    'conflict',
    'The same text, media and targets were posted within the last two minutes. Send skip_duplicate_check or an Idempotency-Key when this is meant.',
    { field: 'text' },
    'resource.conflict',
  );
}
