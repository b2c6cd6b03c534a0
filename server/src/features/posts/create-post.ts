import type { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { refusalOf } from '../../db/database.ts';
import { createLines } from '../../lib/lines.ts';
import { forgetClock, knownAhead, knownNow } from '../clock/index.ts';
import { quotaErrorOf } from '../usage/index.ts';
import { askForCopies, showingOf } from './ask-for-copies.ts';
import { scheduledEvent, toNewPost } from './compose-post.ts';
import { CreatePostInput } from './create-post-input.ts';
import { keepMedia, storedItemsOf } from './keep-media.ts';
import { forgetAccounts, knownAccountsOf } from './known-accounts.ts';
import { insertPost, type NewPost } from './new-post.repository.ts';
import { answerOf, outcomeOf } from './outcome.ts';
import { Post, type ShownPost, toPost } from './post.ts';

const ROUNDS_MAX = 5;
const inLine = createLines();

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
  noticesKeyLate: true,

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

/** Composes the post and commits it. When accounts, media or the clock have changed since they were looked up, all is done again. */
async function write(ctx: Context, input: Input): Promise<{ post: NewPost; row: ShownPost }> {
  for (let round = 1; ; round++) {
    const post = await compose(ctx, input);
    const event = post.status === 'scheduled' ? scheduledEvent(post) : undefined;
    const items = storedItemsOf(post);
    try {
      const commit = () =>
        ctx.commit(async (tx) => {
          if (items.length > 0) tx.later((db) => keepMedia(db, ctx.tenant.id, items));
          return {
            id: post.id,
            made: tx.later((db) => insertPost(db, ctx.tenant, post, event, knownAhead(ctx.tenant.id))),
          };
        });
      // In the database they would wait for the tenant's row, each with a connection of its own.
      const { made } = await (post.status === 'draft' ? commit() : inLine(ctx.tenant.id, commit));
      if (post.status !== 'draft') await askForCopies(ctx, [showingOf(post)]);
      return { post, row: await made.result };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === 'duplicate') throw duplicate();
      const isStale = refusal === 'account' || refusal === 'media' || refusal === 'clock';
      if (!isStale || round === ROUNDS_MAX) throw quotaErrorOf(error, ctx.tenant);
      if (refusal === 'clock') forgetClock(ctx.tenant.id);
      const accountIds = post.targets.map(({ accountId }) => accountId);
      forgetAccounts(ctx.tenant.id, accountIds);
    }
  }
}

/** Goes by what is known; a post that a known clock refuses may be right by the clock as it is now. */
async function compose(ctx: Context, input: Input): Promise<NewPost> {
  const now = () => knownNow(ctx);
  try {
    return await toNewPost(ctx, input, knownAccountsOf, false, now);
  } catch (error) {
    if (!forgetClock(ctx.tenant.id)) throw error;
    return toNewPost(ctx, input, knownAccountsOf, false, now);
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
