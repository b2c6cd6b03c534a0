import type { Context } from '../../core/context.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { abortReasonOf } from '../../db/database.ts';
import type { Deferred } from '../../db/query.ts';
import { compact } from '../../lib/compact.ts';
import { forgetOffset, recentNow, usedOffset } from '../clock/index.ts';
import { composePost } from './compose/compose-post.ts';
import { withCopiedMedia } from './compose/copy-addresses.ts';
import { CreatePostInput } from './compose/create-post-input.ts';
import { recentAccounts } from './compose/find-accounts.ts';
import { nameAccounts } from './compose/name-accounts.ts';
import type { PostInput } from './compose/named-targets.ts';
import { requestRenditions, showingOf } from './compose/request-renditions.ts';
import { exampleContent, examplePublishing } from './examples.ts';
import { changedMeanwhile } from './model/find-post.ts';
import { insertPost } from './model/new-post.repository.ts';
import type { NewPost } from './model/new-post.ts';
import * as posts from './model/post.repository.ts';
import type { ShownPost } from './model/post.ts';
import { reasonToWait, waitingIfNeeded } from './model/waiting.ts';
import { PostWithWarnings, postResponse, waitForOutcome, withWarnings } from './publish/outcome.ts';

interface Written {
  readonly post: NewPost;
  readonly row: Deferred<ShownPost>;
}

export const createPost = defineOperation({
  name: 'create_post',
  summary: 'Create a post',
  description:
    'Creates a draft, a scheduled post with `scheduled_at`, or one that is published at once with `publish_now`. Drafts are free; others cost 1 post, and without any left it is 429 `rate_limit_exceeded`. `Prefer: wait=N` waits for the outcome, at most 30 seconds: 207 when some targets failed, 422 `all_targets_failed` when all did. A throttled post is 429 `platform_rate_limit` and free. A broken limit is 400 `invalid_request`, the same content within two minutes 409 `conflict` with the first post in `meta.id`.',
  example: {
    input: {
      text: exampleContent.text,
      media_ids: exampleContent.media_ids,
      targets: [{ account_id: exampleId('acc') }],
      publish_now: true,
    },
    output: examplePublishing,
  },
  tag: 'Posts',
  http: { method: 'post', path: '/v1/posts', status: 201 },
  scope: 'posts:write',
  leaves: ({ publish_now, scheduled_at, targets }) =>
    publish_now === true || [{ scheduled_at }, ...(targets ?? [])].some((due) => due.scheduled_at !== undefined),
  rejects: ['storage_quota_exceeded'],
  charge: 'post',
  isCharged: ({ publish_now: isNow, scheduled_at: time }) => isNow === true || time !== undefined,
  input: CreatePostInput,
  aliases: { schedule_at: 'scheduled_at' },
  output: PostWithWarnings,
  alsoAnswers: [202, 207, 422, 429],
  waits: true,
  checksIdempotencyAtCommit: true,
  holdsItself: true,

  async run(ctx, { targets, ...options }) {
    const input: PostInput = { ...options, ...compact({ targets: targets && (await nameAccounts(ctx, targets)) }) };
    assertTargetTimes(input);
    const { post, row } = await writePost(ctx, input);
    if (ctx.request.dryRun)
      return {
        ...(await withWarnings(ctx, await row.result)),
        cost: { posts: post.status === 'draft' && post.held === undefined ? 0 : 1 },
      };
    if (post.status !== 'draft') await requestRenditions(ctx, [showingOf(post)]);
    if (post.status === 'publishing') ctx.wake('publish');
    return postResponse(ctx, ctx.request.waitSeconds > 0 ? await waitForOutcome(ctx, post.id) : await row.result, 201);
  },

  replay: async (ctx, { ref }) => postResponse(ctx, await waitForOutcome(ctx, ref as string), 201),
});

function assertTargetTimes({ targets, scheduled_at: time, publish_now: isNow }: PostInput): void {
  const index = targets?.findIndex((target) => target.scheduled_at !== undefined) ?? -1;
  if (index < 0 || time !== undefined || isNow === true) return;
  throw invalid(
    `targets.${index}.scheduled_at`,
    'A target can have its own time only in a scheduled post; send scheduled_at on the post too.',
  );
}

/**
 * Composes the post by recent accounts and clock, which the write compares, and writes it. When one of them or a media item
 * has changed, both are done again with what the database has now.
 */
async function writePost(ctx: Context, input: PostInput, isAgain = false): Promise<Written> {
  const facts = isAgain
    ? {}
    : { accounts: (ids: readonly string[]) => recentAccounts(ctx, ids), now: () => recentNow(ctx) };
  let post: NewPost | undefined;
  let discard = async () => {};
  try {
    let composed = await composePost(ctx, input, facts);
    const reason = reasonToWait(ctx, composed);
    // A brand that has ended its approval meanwhile holds nothing.
    if (!isAgain && reason === 'brand') return writePost(ctx, input, true);
    if (reason !== undefined) ({ post: composed, discard } = await withCopiedMedia(ctx, composed, input));
    composed = waitingIfNeeded(ctx, composed, 'create_post', input);
    post = composed;
    const aheadSeconds = await usedOffset(ctx);
    const { row } = await ctx.commit(
      async (tx) => ({ id: composed.id, row: insertPost(tx, ctx, composed, aheadSeconds) }),
      // The charge locks the tenant's row.
      { queue: composed.status === 'draft' ? undefined : ctx.tenant.id },
    );
    return { post, row };
  } catch (error) {
    await discard();
    const reason = abortReasonOf(error) ?? '';
    if (reason === 'duplicate') throw await duplicateOf(ctx, post as NewPost);
    const isStale = ['account', 'media', 'clock', 'approval'].includes(reason);
    // A time that is too far ahead by the recent clock may be right by the present one.
    const isAboutTime = error instanceof ApiError && String(error.meta?.field).endsWith('scheduled_at');
    const mayBeStale = isStale || (isAboutTime && (await usedOffset(ctx)) !== undefined);
    if (isAgain || !mayBeStale) throw isStale ? changedMeanwhile() : error;
    forgetOffset(ctx);
    return writePost(ctx, input, true);
  }
}

async function duplicateOf(ctx: Context, post: NewPost): Promise<ApiError> {
  return new ApiError(
    'conflict',
    'The same text, media and targets were posted within the last two minutes. Send skip_duplicate_check or an Idempotency-Key when this is meant.',
    compact({ field: 'text', id: await posts.idByFingerprint(ctx.db, ctx.tenant.id, post.fingerprint) }),
    'resource.conflict',
  );
}
