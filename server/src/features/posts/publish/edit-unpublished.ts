import type { z } from 'zod';
import type { Context, Transaction } from '../../core/context.ts';
import { invalid } from '../../core/errors.ts';
import type { NewEvent } from '../../core/event.ts';
import { refusalOf } from '../../db/database.ts';
import { tenantNow } from '../clock/index.ts';
import { record } from '../events/index.ts';
import { quotaErrorOf, usage } from '../usage/index.ts';
import { askForCopies, showingOf } from './ask-for-copies.ts';
import { scheduledEvent, toNewPost } from './compose-post.ts';
import type { CreatePostInput } from './create-post-input.ts';
import { assertNothingInDoubt, holdPost, lockPost, wrongState } from './find-post.ts';
import { keepMedia, storedItemsOf } from './keep-media.ts';
import { updatedEvent } from './live-changes.ts';
import { rehearsed } from './outcome.ts';
import * as posts from './post.repository.ts';
import type { PostRow } from './post.ts';
import { accountsOf } from './resolve-content.ts';
import { mergeTimes } from './schedule.ts';
import { type Changed, Overtaken, type PostChanges } from './update-post-input.ts';

/** Fields that leave what the post says as it is. */
const NOT_CONTENT = ['hidden', 'scheduled_at', 'timezone'];
const TIMES = ['scheduled_at', 'timezone', 'targets'];

/** Drafts, scheduled and failed posts are composed anew from what they hold and what changes. */
export async function editWaiting(
  ctx: Context,
  before: PostRow,
  changes: PostChanges,
  fields: string[],
): Promise<Changed> {
  if (!['draft', 'scheduled', 'failed'].includes(before.status)) throw wrongState(before, 'changed');
  // A failed post may be retried as it is. What was accepted before, rules skipped or not, is not judged again.
  const isFailed = before.status === 'failed';
  const isAccepted = before.status !== 'draft' && fields.every((field) => NOT_CONTENT.includes(field));
  const after = await merged(before, changes);
  const skips = isAccepted ? { skip_validation: true } : {};
  const keepsTimes = before.status === 'scheduled' && !fields.some((field) => TIMES.includes(field));
  const now = keepsTimes ? () => beforeTimesOf(ctx, before) : undefined;
  const composed = await toNewPost(ctx, { ...after, ...skips }, accountsOf, isFailed, now);
  const changed = await ctx
    .commit(async (tx): Promise<Changed> => {
      const post = await lockPost(ctx, tx, before.id);
      if (JSON.stringify(post) !== JSON.stringify(before)) throw new Overtaken();
      if (fields.some((field) => field !== 'hidden')) assertNothingInDoubt(post);
      await keepMedia(tx, ctx.tenant.id, storedItemsOf(composed));
      const accountIds = composed.targets.map(({ accountId }) => accountId);
      await holdPost(ctx, tx, post, 'changed', accountIds);
      const isNewSchedule =
        composed.status === 'scheduled' &&
        (post.status !== 'scheduled' || changes.scheduled_at !== undefined || changes.timezone !== undefined);
      const status = composed.status === 'draft' && post.status === 'failed' ? 'failed' : composed.status;
      await posts.rewrite(
        tx,
        ctx.tenant.id,
        before.id,
        { ...composed, status },
        changes.hidden,
        changes.targets !== undefined,
      );
      const events: NewEvent[] = [updatedEvent(before.id, status, fields)];
      if (isNewSchedule) events.push(scheduledEvent({ ...composed, id: before.id }));
      const cost = await chargeSchedule(tx, ctx, post, status);
      await record(tx, ctx.tenant.id, events);
      return { id: before.id, rehearsed: await rehearsed(ctx, tx, before.id, cost) };
    })
    .catch((error) => {
      if (refusalOf(error) === 'media') throw invalid('media', 'A media item of the post has just been deleted.');
      throw quotaErrorOf(error, ctx.tenant);
    });
  if (composed.status === 'scheduled') await askForCopies(ctx, [showingOf(composed)]);
  return changed;
}

/**
 * Now, but before every time of the post. Times that stay may have passed while an account waits; they were judged when
 * they were given.
 */
async function beforeTimesOf(ctx: Context, { scheduled_at: at, targets }: PostRow): Promise<Date> {
  const times = [at, ...(targets ?? []).map((target) => target.scheduled_at)].filter((time) => time !== null);
  const now = await tenantNow(ctx);
  return new Date(Math.min(now.getTime(), ...times.map((time) => new Date(time).getTime() - 1)));
}

/** A post is charged once: when it is scheduled or published, whichever is first. */
async function chargeSchedule(tx: Transaction, ctx: Context, post: PostRow, status: string): Promise<number> {
  if (status !== 'scheduled' || post.charged_period !== null) return 0;
  const period = await usage.take(tx, ctx.tenant, 'post', 1);
  await posts.update(tx, ctx.tenant.id, post.id, { status: 'scheduled', chargedPeriod: period });
  return 1;
}

/** What a create of the changed post would have sent. */
async function merged(post: PostRow, changes: PostChanges): Promise<z.output<typeof CreatePostInput>> {
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
  const isScheduled = post.status === 'scheduled' && scheduledAt !== null;
  const keptSchedule = isScheduled ? await times.kept(post) : undefined;
  // What was cancelled when its account was disconnected stays so, whatever else changes.
  const waiting = (post.targets ?? []).filter(({ status }) => status !== 'cancelled');
  const keptTargets = waiting.map(async (target) => {
    const ownTime = isScheduled ? await times.kept(target) : undefined;
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
    ...(scheduledAt === null ? {} : { scheduled_at: scheduledAt ?? keptSchedule }),
    timezone: times.timezone,
    targets: targets ?? (await Promise.all(keptTargets)),
  } as z.output<typeof CreatePostInput>;
}
