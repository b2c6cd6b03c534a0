import { z } from 'zod';
import type { Context, Transaction } from '../../core/context.ts';
import { ApiError, invalid, notFound, notSupported } from '../../core/errors.ts';
import type { NewEvent } from '../../core/event.ts';
import { defineOperation } from '../../core/operation.ts';
import type { Platform } from '../../core/platforms.ts';
import { refusalOf } from '../../db/database.ts';
import { record } from '../events/index.ts';
import { quotaErrorOf, usage } from '../usage/index.ts';
import { askForCopies, showingOf } from './ask-for-copies.ts';
import { assertConnected } from './assert-connected.ts';
import { scheduledEvent, toNewPost } from './compose-post.ts';
import { CreatePostInput } from './create-post-input.ts';
import { queueEdits, waitForEdits } from './edit-copies.ts';
import { wrongState } from './find-post.ts';
import { keepMedia, storedItemsOf } from './keep-media.ts';
import * as posts from './post.repository.ts';
import { Post, type PostRow, toPost } from './post.ts';
import { accountsOf } from './resolve-content.ts';
import { mergeTimes } from './schedule.ts';

const Input = CreatePostInput.omit({
  publish_now: true,
  skip_duplicate_check: true,
  account_ids: true,
  scheduled_at: true,
}).extend({
  post_id: z.string().min(1).max(200),
  scheduled_at: CreatePostInput.shape.scheduled_at
    .nullable()
    .meta({ description: 'null takes the post off the schedule' }),
  hidden: z.boolean().optional(),
});
type Input = z.output<typeof Input>;

/** Fields that change nothing on the platforms. */
const LOCAL_FIELDS = ['hidden'];
/** Fields that leave what the post says as it is. */
const NOT_CONTENT = [...LOCAL_FIELDS, 'scheduled_at', 'timezone'];
const EDITABLE_LIVE = ['text', ...LOCAL_FIELDS];

export const updatePost = defineOperation({
  name: 'update_post',
  summary: 'Change a post; the text of a published one is changed on the platforms too',
  tag: 'Posts',
  http: { method: 'patch', path: '/v1/posts/{post_id}', status: 200 },
  scope: 'posts:write',
  charge: 'post',
  input: Input,
  aliases: { schedule_at: 'scheduled_at' },
  output: Post,

  async run(ctx, { post_id: id, ...changes }) {
    const fields = Object.keys(changes).filter((field) => field !== 'skip_validation');
    if (fields.length === 0)
      throw new ApiError(
        'missing_metadata',
        'Nothing to change: send at least one field.',
        { field: 'body' },
        'validation.field_required',
      );
    const before = await posts.byId(ctx.db, ctx.tenant.id, id);
    if (before === undefined) throw notFound('post', id);
    const isLive = before.status === 'published' || before.status === 'partial';
    const { id: ref } = await (isLive
      ? editLive(ctx, before, changes, fields)
      : editWaiting(ctx, before, changes, fields));
    ctx.services.wake('outward');
    return answerOf(ctx, ref);
  },

  replay: async (ctx, { ref }) => answerOf(ctx, ref as string),
});

async function answerOf(ctx: Context, ref: string) {
  const [id, batch] = ref.split(' ') as [string, string | undefined];
  if (batch !== undefined && !ctx.request.dryRun) await waitForEdits(ctx, id, batch);
  return toPost((await posts.byId(ctx.db, ctx.tenant.id, id)) as PostRow, ctx.tenant.mode === 'live');
}

/** Drafts, scheduled and failed posts are composed anew from what they hold and what changes. */
async function editWaiting(
  ctx: Context,
  before: PostRow,
  changes: Omit<Input, 'post_id'>,
  fields: string[],
): Promise<{ id: string }> {
  if (!['draft', 'scheduled', 'failed'].includes(before.status)) throw wrongState(before, 'changed');
  // A failed post may be retried as it is. What was accepted before, rules skipped or not, is not judged again.
  const isFailed = before.status === 'failed';
  const isAccepted = before.status !== 'draft' && fields.every((field) => NOT_CONTENT.includes(field));
  const after = await merged(before, changes);
  const skips = isAccepted ? { skip_validation: true } : {};
  const composed = await toNewPost(ctx, { ...after, ...skips }, accountsOf, isFailed);
  const changed = await ctx
    .commit(async (tx) => {
      const post = await posts.lock(tx, ctx.tenant.id, before.id);
      if (post === undefined) throw notFound('post', before.id);
      await keepMedia(tx, ctx.tenant.id, storedItemsOf(composed));
      if (post.status !== before.status) throw wrongState(post, 'changed');
      const accountIds = composed.targets.map(({ accountId }) => accountId);
      if (!(await posts.hold(tx, ctx.tenant.id, before.id, accountIds)))
        throw wrongState({ ...post, status: 'publishing' }, 'changed');
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
      await chargeSchedule(tx, ctx, post, status);
      await record(tx, ctx.tenant.id, events);
      return { id: before.id };
    })
    .catch((error) => {
      if (refusalOf(error) === 'media') throw invalid('media', 'A media item of the post has just been deleted.');
      throw quotaErrorOf(error, ctx.tenant);
    });
  if (composed.status === 'scheduled') await askForCopies(ctx, [showingOf(composed)]);
  return changed;
}

/** A post is charged once: when it is scheduled or published, whichever is first. */
async function chargeSchedule(tx: Transaction, ctx: Context, post: PostRow, status: string): Promise<void> {
  if (status !== 'scheduled' || post.charged_period !== null) return;
  const period = await usage.take(tx, ctx.tenant, 'post', 1);
  await posts.update(tx, ctx.tenant.id, post.id, { status: 'scheduled', chargedPeriod: period });
}

/** What a create of the changed post would have sent. */
async function merged(post: PostRow, changes: Omit<Input, 'post_id'>): Promise<z.output<typeof CreatePostInput>> {
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

/** Published copies: their text is changed where every platform of the post allows it; `hidden` is ours alone. */
async function editLive(
  ctx: Context,
  before: PostRow,
  changes: Omit<Input, 'post_id'>,
  fields: string[],
): Promise<{ id: string }> {
  const fixed = fields.find((field) => !EDITABLE_LIVE.includes(field));
  if (fixed !== undefined)
    throw new ApiError(
      'conflict',
      `${fixed} of a published post cannot be changed; text and hidden can.`,
      { field: fixed, resource: 'post', id: before.id },
      'post.state_invalid',
    );
  const { text, hidden } = changes;
  if (text !== undefined && text.trim() === '') throw invalid('text', 'text must not be empty.');
  return ctx.commit(async (tx) => {
    const post = await posts.lock(tx, ctx.tenant.id, before.id);
    if (post === undefined) throw notFound('post', before.id);
    const live = (post.targets ?? []).filter(({ status }) => status === 'published');
    const rigid =
      text === undefined
        ? undefined
        : live.find((target) => ctx.connectors[target.platform as Platform]?.editing === undefined);
    if (rigid !== undefined) throw notSupported(rigid.platform, 'changing published posts');
    if (text !== undefined) await assertConnected(tx, ctx, live);
    const batch = text === undefined ? undefined : await queueEdits(tx, ctx, post, live, text);
    if (hidden !== undefined) await posts.setHidden(tx, ctx.tenant.id, post.id, hidden);
    await record(tx, ctx.tenant.id, [updatedEvent(post.id, post.status, fields)]);
    return { id: batch === undefined ? post.id : `${post.id} ${batch}` };
  });
}

function updatedEvent(postId: string, status: string, fields: string[]): NewEvent {
  return {
    type: 'post.updated',
    resourceId: postId,
    summary: `Post changed: ${fields.join(', ')}`,
    data: { post_id: postId, status, changed_fields: fields },
  };
}
