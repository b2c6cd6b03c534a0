import type { Context, Transaction } from '../../../core/context.ts';
import { invalid } from '../../../core/errors.ts';
import type { NewEvent } from '../../../core/event.ts';
import { abortReasonOf } from '../../../db/database.ts';
import { compact } from '../../../lib/compact.ts';
import { tenantNow } from '../../clock/index.ts';
import { record } from '../../events/index.ts';
import { takeCharge } from '../../outcomes/index.ts';
import { composePost } from '../compose/compose-post.ts';
import { withCopiedMedia } from '../compose/copy-addresses.ts';
import type { PostInput } from '../compose/named-targets.ts';
import { requestRenditions, showingOf } from '../compose/request-renditions.ts';
import { type Changed, Overtaken, type PostChanges } from '../compose/update-post-input.ts';
import { dueByAccount, queueAccounts } from '../model/account-queue.repository.ts';
import {
  assertNoUnconfirmedTarget,
  changedMeanwhile,
  lockPost,
  lockUnstartedPost,
  wrongState,
} from '../model/find-post.ts';
import * as posts from '../model/post.repository.ts';
import type { PostRow } from '../model/post.ts';
import { retainMedia, storedItemsOf } from '../model/retain-media.ts';
import { scheduledEvent } from '../model/scheduled-event.ts';
import { mergeTimes } from '../schedule/schedule.ts';
import { updatedEvent } from './edit-and-remove.action.ts';
import { followHeld, isOnlyOurs, isPlanned, leavingOf } from './follow-held.ts';
import { dryRunPreview } from './outcome.ts';

/** Fields that do not change the content of the post. */
const NOT_CONTENT = ['hidden', 'scheduled_at', 'timezone'];
/** An approval at once takes a time that has passed by less. */
const AT_ONCE_MS = 60_000;
const TIMES = ['scheduled_at', 'timezone', 'targets'];

/** Composes a draft, scheduled or failed post again from its stored fields and the changes. */
export async function editUnpublished(
  ctx: Context,
  before: PostRow,
  changes: PostChanges,
  fields: string[],
): Promise<Changed> {
  if (!['draft', 'scheduled', 'failed'].includes(before.status)) throw wrongState(before, 'changed');
  // A failed post may be retried as it is. Content that was accepted before, rules skipped or not, is not checked again.
  const isFailed = before.status === 'failed';
  const isAccepted = before.status !== 'draft' && fields.every((field) => NOT_CONTENT.includes(field));
  const isMoved = ctx.request.isApproved && typeof changes.scheduled_at === 'string';
  const after = await merged(before, changes, isMoved ? await tenantNow(ctx) : undefined);
  const skips = isAccepted ? { skip_validation: true } : {};
  const keepsTimes = isPlanned(before) && !fields.some((field) => TIMES.includes(field));
  const now = keepsTimes
    ? () => beforeTimesOf(ctx, before)
    : isMoved
      ? async () => new Date((await tenantNow(ctx)).getTime() - AT_ONCE_MS)
      : undefined;
  const plain = await composePost(ctx, { ...after, ...skips }, compact({ mayPublish: isFailed, now }));
  const waits = before.held?.kind === 'post' || ['sending', 'brand'].includes(leavingOf(ctx, before, plain, fields));
  const { post: composed, discard } = waits
    ? await withCopiedMedia(ctx, plain, { ...after, ...skips })
    : { post: plain, discard: async () => {} };
  const changed = await ctx
    .commit(async (tx): Promise<Changed> => {
      const post = await lockPost(ctx, tx, before.id);
      if (versionOf(post) !== versionOf(before)) throw new Overtaken();
      if (fields.some((field) => field !== 'hidden')) assertNoUnconfirmedTarget(post);
      await retainMedia(tx, ctx.tenant.id, storedItemsOf(composed));
      const accountIds = composed.targets.map(({ accountId }) => accountId);
      await lockUnstartedPost(ctx, tx, post, 'changed', accountIds);
      const leaving = leavingOf(ctx, post, composed, fields);
      const isNewSchedule =
        leaving === 'now' &&
        composed.status === 'scheduled' &&
        (post.status !== 'scheduled' || changes.scheduled_at !== undefined || changes.timezone !== undefined);
      const status =
        leaving !== 'now'
          ? 'draft'
          : composed.status === 'draft' && post.status === 'failed'
            ? 'failed'
            : composed.status;
      await posts.rewrite(
        tx,
        ctx.tenant.id,
        before.id,
        { ...composed, status },
        changes.hidden,
        changes.targets !== undefined,
        ctx.actor,
        ctx.request.isApproved || isOnlyOurs(fields),
      );
      const events: NewEvent[] = [updatedEvent(before.id, status, fields, accountIds)];
      if (!isOnlyOurs(fields)) events.push(...(await followHeld(tx, ctx, post, composed, leaving)));
      if (status === 'scheduled' && !isOnlyOurs(fields))
        await queueAccounts(tx, ctx, dueByAccount({ ...composed, id: before.id }), ctx.request.isApproved);
      if (isNewSchedule) events.push(scheduledEvent({ ...composed, id: before.id }));
      const cost = await chargeSchedule(tx, ctx, post, status);
      await record(tx, ctx.tenant.id, events);
      return { id: before.id, preview: await dryRunPreview(ctx, tx, before.id, cost) };
    })
    .catch(async (error) => {
      await discard();
      const reason = abortReasonOf(error);
      if (reason === 'media') throw invalid('media', 'A media item of the post has just been deleted.');
      if (reason === 'account' || reason === 'approval') throw changedMeanwhile();
      throw error;
    });
  if (composed.status === 'scheduled') await requestRenditions(ctx, [showingOf(composed)]);
  return changed;
}

/**
 * Now, but before every time of the post. Unchanged times may have passed while an account waits; they were checked when
 * they were set.
 */
async function beforeTimesOf(ctx: Context, { scheduled_at: at, targets }: PostRow): Promise<Date> {
  const times = [at, ...(targets ?? []).map((target) => target.scheduled_at)].filter((time) => time !== null);
  const now = await tenantNow(ctx);
  return new Date(Math.min(now.getTime(), ...times.map((time) => new Date(time).getTime() - 1)));
}

/** Decisions about the post are no change of it. */
function versionOf({ held: _held, review: _review, ...post }: PostRow): string {
  return JSON.stringify(post);
}

/** A post is charged once: when it is scheduled or published, whichever is first. */
async function chargeSchedule(tx: Transaction, ctx: Context, post: PostRow, status: string): Promise<number> {
  if (status !== 'scheduled' || post.charged_period !== null) return 0;
  const chargedPeriod = await takeCharge(tx, ctx, 'post', 1);
  await posts.update(tx, ctx.tenant.id, post.id, { status: 'scheduled', chargedPeriod });
  return 1;
}

/** The input that a create of the changed post would have. `passed`: the new time takes the place of those before this one only. */
async function merged(post: PostRow, changes: PostChanges, passed?: Date): Promise<PostInput> {
  const { hidden: _hidden, scheduled_at: scheduledAt, targets, ...content } = changes;
  const times = await mergeTimes(post, changes);
  const kept = {
    text: post.text ?? undefined,
    title: post.title ?? undefined,
    visibility: post.visibility ?? undefined,
    first_comment: post.first_comment ?? undefined,
    segments: post.segments ?? undefined,
    media: post.media,
    platform_data: post.platform_data,
  };
  const isScheduled = isPlanned(post) && scheduledAt !== null;
  const hasPassed = (at: Date | string) => passed === undefined || new Date(at) <= passed;
  const keepsOwn = passed !== undefined && post.scheduled_at !== null && !hasPassed(post.scheduled_at);
  const keptSchedule = isScheduled ? await times.kept(post) : undefined;
  // Targets that were cancelled when their account was disconnected stay cancelled, and unpublished ones stay down.
  const waiting = (post.targets ?? []).filter(({ status }) => status !== 'cancelled' && status !== 'unpublished');
  const keptTargets = waiting.map(async (target) => {
    const isMoved = passed !== undefined && target.scheduled_at !== null && hasPassed(target.scheduled_at);
    const ownTime = !isScheduled ? undefined : isMoved ? scheduledAt : await times.kept(target);
    return {
      account_id: target.account_id,
      ...target.input,
      ...(ownTime === undefined ? {} : { scheduled_at: ownTime }),
    };
  });
  const media = content.media_ids !== undefined && content.media === undefined ? { media: undefined } : {};
  return {
    ...kept,
    ...content,
    ...media,
    ...(scheduledAt === null ? {} : { scheduled_at: keepsOwn ? keptSchedule : (scheduledAt ?? keptSchedule) }),
    timezone: times.timezone,
    targets: targets ?? (await Promise.all(keptTargets)),
  } as PostInput;
}
