import { z } from 'zod';
import type { Answer } from '../../core/answer.ts';
import type { Connectors, Context, Transaction } from '../../core/context.ts';
import { type ApiError, conflict, missing } from '../../core/errors.ts';
import type { HeldReason } from '../../core/held.ts';
import { defineOperation } from '../../core/operation.ts';
import type { Platform } from '../../core/platforms.ts';
import { abortReasonOf } from '../../db/database.ts';
import { hold } from '../held/index.ts';
import { takeCharge } from '../outcomes/index.ts';
import { copyAddresses, NO_COPIES } from './compose/copy-addresses.ts';
import { toDestination } from './compose/destination.ts';
import { pausesEvery } from './compose/pauses.ts';
import { requestRenditions, showingOfRow } from './compose/request-renditions.ts';
import { examplePublishing } from './examples.ts';
import { queueTargets } from './model/account-queue.repository.ts';
import { lockPost, lockUnstartedPost, readPost } from './model/find-post.ts';
import * as posts from './model/post.repository.ts';
import { mediaOf, type PostRow, type TargetRow } from './model/post.ts';
import { retainMedia } from './model/retain-media.ts';
import { writeMedia } from './model/shown-media.repository.ts';
import { withCopies } from './model/shown-media.ts';
import { holdOfPost, seenOfRow } from './model/waiting.ts';
import { dryRunPreview, PostWithWarnings, postResponse, waitForOutcome } from './publish/outcome.ts';
import { assertNoIssues } from './rules/check-limits.ts';
import { type KnownMedia, knownMedia } from './rules/checked-content.ts';

export const publishPost = defineOperation({
  name: 'publish_post',
  summary: 'Publish a post',
  description:
    'Publishes a draft, or a scheduled post before its time. It costs 1 post unless the post was charged when it was scheduled. The outcome is awaited and answered as by `POST /v1/posts`. A post without targets is 400 `missing_metadata`, one that breaks a limit of a platform 400 `invalid_request`. A post in any other status is 409 `conflict`, a plan without posts left 429 `rate_limit_exceeded`.',
  example: { output: examplePublishing },
  tag: 'Posts',
  http: { method: 'post', path: '/v1/posts/{post_id}/publish', status: 201 },
  scope: 'posts:write',
  leaves: true,
  holdsItself: true,
  rejects: ['storage_quota_exceeded'],
  charge: 'post',
  input: z.strictObject({ post_id: z.string().min(1).max(200) }),
  output: PostWithWarnings,
  alsoAnswers: [202, 207, 422, 429],
  waits: true,

  async run(ctx, { post_id: id }) {
    if (ctx.actor.sending === 'held') return holdPublishing(ctx, id, 'sending');
    const publish = async (tx: Transaction) => {
      const post = await lockPost(ctx, tx, id);
      if (post.held !== null && !ctx.request.isApproved) throw waitsAlready(post.held.id);
      await lockUnstartedPost(ctx, tx, post, 'published');
      await assertPublishable(ctx.connectors, post, await knownMedia(ctx, tx, mediaOf(post)));
      await requestRenditions(ctx, [showingOfRow(post)], tx);
      await queueTargets(
        tx,
        ctx,
        pendingTargets(post).map((target) => target.id),
        ctx.request.isApproved,
      );
      await posts.endSchedule(tx, ctx.tenant.id, id);
      const chargedPeriod = post.charged_period ?? (await takeCharge(tx, ctx, 'post', 1));
      await posts.update(tx, ctx.tenant.id, id, { status: 'publishing', chargedPeriod, by: ctx.actor });
      return { id, preview: await dryRunPreview(ctx, tx, id, post.charged_period === null ? 1 : 0) };
    };
    const published = await ctx.commit(publish).catch((error) => {
      if (abortReasonOf(error) !== 'approval') throw error;
      return undefined;
    });
    if (published === undefined) return holdPublishing(ctx, id, 'brand');
    if (published.preview !== undefined) return published.preview;
    ctx.wake('publish');
    return postResponse(ctx, await waitForOutcome(ctx, id), 201);
  },

  replay: async (ctx, { ref }) => postResponse(ctx, await waitForOutcome(ctx, ref as string), 201),
});

/** Makes the post wait until somebody approves that it is published at once. A post that waits already goes on waiting. */
async function holdPublishing(ctx: Context, id: string, reason: HeldReason): Promise<Answer<PostWithWarnings>> {
  const before = await readPost(ctx, id);
  const { ids, discard } = before.held === null ? await copyAddresses(ctx, before) : NO_COPIES;
  const work = async (tx: Transaction) => {
    const post = withCopies(await lockPost(ctx, tx, id), ids);
    if (post.held === null) {
      await retainMedia(tx, ctx.tenant.id, [...ids.values()].sort());
      await lockUnstartedPost(ctx, tx, post, 'published');
      await assertPublishable(ctx.connectors, post, await knownMedia(ctx, tx, mediaOf(post)));
      if (ids.size > 0) await writeMedia(tx, ctx.tenant.id, post);
      const isBrand = reason === 'brand' || (await posts.needsApproval(tx, ctx.tenant.id, id));
      await posts.unschedule(tx, ctx.tenant.id, id);
      const now = {
        ...post,
        scheduled_at: null,
        targets: (post.targets ?? []).map((target) => ({ ...target, scheduled_at: null })),
      };
      const request = { operation: 'publish_post', isCharged: post.charged_period !== null };
      const authors = await posts.authorsOf(tx, ctx.tenant.id, id);
      await hold(tx, ctx, [{ ...holdOfPost(seenOfRow(now), isBrand ? 'brand' : 'sending', request), authors }]);
    }
    const preview = await dryRunPreview(ctx, tx, id, post.charged_period === null ? 1 : 0);
    return { id, preview, areShown: post.held === null };
  };
  const { preview, areShown } = await ctx.commit(work).catch(async (error) => {
    await discard();
    throw error;
  });
  if (!areShown) await discard();
  return preview ?? postResponse(ctx, await waitForOutcome(ctx, id), 201);
}

function waitsAlready(heldId: string): ApiError {
  return conflict(
    'The post waits for a person. Approve what waits instead.',
    { resource: 'held', held_id: heldId },
    'held.waits',
  );
}

/** The pending targets. A target that was cancelled with its account stays cancelled. */
function pendingTargets(post: PostRow): TargetRow[] {
  return (post.targets ?? []).filter(({ status }) => status === 'pending');
}

async function assertPublishable(connectors: Connectors, post: PostRow, known: KnownMedia): Promise<void> {
  if (post.status !== 'draft' && post.status !== 'scheduled') {
    throw conflict(
      `Only drafts and scheduled posts can be published; this one is ${post.status}.`,
      { resource: 'post', id: post.id },
      'post.state_invalid',
    );
  }
  if ((post.targets ?? []).length === 0) throw missing('targets', 'The post has no targets to publish to.');
  if (pendingTargets(post).length === 0)
    throw missing('targets', 'The accounts of all targets were disconnected; give the post other targets.');
  const pause = pausesEvery();
  for (const [index, target] of (post.targets ?? []).entries()) {
    const connector = connectors[target.platform as Platform];
    if (connector === undefined || target.status !== 'pending') continue;
    toDestination(connector, target.input, index);
    await assertNoIssues(connector, post, target.input, index, { known, pause });
  }
}
