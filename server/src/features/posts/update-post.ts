import { Reply } from '../../core/answer.ts';
import type { Context } from '../../core/context.ts';
import { conflict, missing } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { compact } from '../../lib/compact.ts';
import { nameAccounts } from './compose/name-accounts.ts';
import { type Changed, Overtaken, type PostChanges, UpdatePostInput } from './compose/update-post-input.ts';
import { exampleScheduled } from './examples.ts';
import { readPost } from './model/find-post.ts';
import { waitForEdits } from './publish/edit-copies.ts';
import { editLive, isLive } from './publish/edit-published.ts';
import { editUnpublished } from './publish/edit-unpublished.ts';
import { PostWithWarnings, withWarnings } from './publish/outcome.ts';

const ROUNDS_MAX = 5;

export const updatePost = defineOperation({
  name: 'update_post',
  summary: 'Update a post',
  description:
    'Changes a draft, scheduled or failed post; it never publishes. The first `scheduled_at` costs 1 post. Of a published or partial post only `text` and `hidden` can change. A new text is free and goes to the platforms: the answer waits at most 10 seconds, then it is 504 `platform_timeout`. A platform that edits nothing is 501 `not_supported`. A post that is publishing or cancelled, or has an unconfirmed target, is 409 `conflict`.',
  example: { input: { scheduled_at: exampleScheduled.scheduled_at }, output: exampleScheduled },
  tag: 'Posts',
  http: { method: 'patch', path: '/v1/posts/{post_id}', status: 200 },
  scope: 'posts:write',
  holdsItself: true,
  leaves: ({ scheduled_at, targets }, post) =>
    ['scheduled', 'published', 'partial', undefined].includes(post?.status) ||
    [{ scheduled_at }, ...(targets ?? [])].some((due) => (due.scheduled_at ?? undefined) !== undefined),
  rejects: ['storage_quota_exceeded'],
  charge: 'post',
  input: UpdatePostInput,
  aliases: { schedule_at: 'scheduled_at' },
  output: PostWithWarnings,
  alsoAnswers: [202],

  async run(ctx, { post_id: id, ...changes }) {
    const fields = Object.keys(changes).filter((field) => field !== 'skip_validation');
    if (fields.length === 0 && !ctx.request.isApproved)
      throw missing('body', 'Nothing to change: send at least one field.');
    const { targets, ...rest } = changes;
    const named = { ...rest, ...compact({ targets: targets && (await nameAccounts(ctx, targets)) }) };
    const changed = await change(ctx, id, named, fields);
    if (changed.preview !== undefined) return changed.preview;
    ctx.wake('publish');
    return responseOf(ctx, changed.id);
  },

  replay: async (ctx, { ref }) => responseOf(ctx, ref as string),
});

async function responseOf(ctx: Context, ref: string) {
  const [id, batch] = ref.split(' ') as [string, string | undefined];
  if (batch !== undefined) await waitForEdits(ctx, id, batch);
  const post = await withWarnings(ctx, await readPost(ctx, id));
  return post.held?.kind === 'post' ? new Reply(202, post) : post;
}

/** Applies the change to the post as it was read. When the post has changed meanwhile, it is read again, a few times. */
async function change(ctx: Context, id: string, changes: PostChanges, fields: string[]): Promise<Changed> {
  for (let round = 1; ; round++) {
    const before = await readPost(ctx, id);
    try {
      return await (isLive(before) ? editLive : editUnpublished)(ctx, before, changes, fields);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (round < ROUNDS_MAX) continue;
      throw conflict('The post keeps being changed by others. Try again.', { resource: 'post', id });
    }
  }
}
