import { hash } from 'node:crypto';
import type { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import type { NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import type { Platform } from '../../core/platforms.ts';
import { tenantNow } from '../clock/index.ts';
import { assertNoIssues, assertSources } from './check-limits.ts';
import { knownMedia } from './checked-content.ts';
import type { CreatePostInput, TargetInputSchema } from './create-post-input.ts';
import { assertNewDestination, toDestination } from './destination.ts';
import type { NewPost } from './new-post.repository.ts';
import { toPages } from './page-targets.ts';
import { present, type TargetInput } from './post.ts';
import { type AccountsById, accountsOf, checkMedia, checkOptions, mediaOf, platformDataOf } from './resolve-content.ts';
import { toSchedule, toZone } from './schedule.ts';
import { checkSegments, saidSegments, segmentMedia, storedSegments } from './segments.ts';
import type { NewTarget } from './target.repository.ts';

type Input = z.output<typeof CreatePostInput>;

/**
 * Everything that can be refused is refused here, before anything is written. `find` looks the accounts up, `now` the
 * time. Drafts are not held to the limits of platforms, unless the post may be published as it is (`mayPublish`).
 */
export async function toNewPost(
  ctx: Context,
  input: Input,
  find: (ctx: Context, ids: readonly string[]) => Promise<AccountsById> = accountsOf,
  mayPublish = false,
  now: () => Promise<Date> = () => tenantNow(ctx),
): Promise<NewPost> {
  const targets = await toPages(ctx, targetsOf(input));
  if (input.targets !== undefined && input.account_ids !== undefined)
    throw invalid('account_ids', 'Send targets or account_ids, not both.');
  const timezone = await toZone(input.timezone);
  const schedule =
    input.publish_now === true ? null : await toSchedule(input.scheduled_at, timezone, 'scheduled_at', now);
  const status = input.publish_now === true ? 'publishing' : schedule === null ? 'draft' : 'scheduled';
  const media = mediaOf(input) ?? [];
  const platformData = platformDataOf(ctx.connectors, input.platform_data);
  const isEmpty = (input.text ?? '').trim() === '' && media.length === 0;
  if (isEmpty && !targets.some((target) => (target.text ?? '').trim() !== '' || (mediaOf(target)?.length ?? 0) > 0)) {
    throw new ApiError(
      'missing_metadata',
      'A post needs text or media.',
      { field: 'text' },
      'validation.field_required',
    );
  }
  if (status !== 'draft' && targets.length === 0) {
    throw new ApiError(
      'missing_metadata',
      'A post that is published or scheduled needs at least one target.',
      { field: 'targets' },
      'validation.field_required',
    );
  }
  await checkMedia(ctx, media, input.media_ids === undefined || input.media !== undefined ? 'media' : 'media_ids');
  const segments = storedSegments(input.segments);
  await checkSegments(ctx, input.segments, segments);
  const accounts = await find(
    ctx,
    targets.map((target) => target.account_id),
  );
  const said = {
    ...input,
    media,
    segments: saidSegments(input.segments),
    platform_data: platformData,
    scheduled_at: schedule,
  };
  const items = [...media, ...segmentMedia(segments), ...targets.flatMap((target) => mediaOf(target) ?? [])];
  const known = await knownMedia(ctx, ctx.db, items);
  const hasAttachments = items.some(({ source_type: source }) => source === 'platform_attachment_id');
  const newTargets: NewTarget[] = [];
  for (const [index, target] of targets.entries()) {
    const account = accounts.get(target.account_id);
    if (account === undefined) throw new Error('accountsOf leaves none out');
    const platform = account.platform as Platform;
    const connector = ctx.connectors[platform];
    const destination = connector === undefined ? {} : toDestination(connector, target, index);
    assertNewDestination(newTargets, account.id, destination, index);
    const targetMedia = mediaOf(target);
    if (targetMedia !== undefined) await checkMedia(ctx, targetMedia, `targets.${index}.media`);
    const own = present({
      ...destination,
      text: target.text,
      title: target.title,
      visibility: target.visibility,
      first_comment: target.first_comment,
      media: targetMedia,
      platform_data: target.platform_data,
    }) as TargetInput;
    const options = { ...platformData[account.platform], ...target.platform_data };
    checkOptions(ctx.connectors, platform, options, `targets.${index}.platform_data`);
    if (hasAttachments && connector !== undefined) assertSources(connector, said, own, index);
    if ((mayPublish || status !== 'draft') && input.skip_validation !== true && connector !== undefined) {
      assertNoIssues(connector, said, own, index, known);
    }
    const ownSchedule =
      status === 'scheduled'
        ? await toSchedule(target.scheduled_at, timezone, `targets.${index}.scheduled_at`, now)
        : null;
    newTargets.push({
      id: newId('act'),
      accountId: account.id,
      brandId: account.brand_id,
      platform: account.platform,
      input: own,
      schedule: ownSchedule,
    });
  }
  const isChecked = input.skip_duplicate_check !== true && !ctx.request.hasIdempotencyKey;
  return {
    id: newId('post'),
    text: input.text ?? null,
    title: input.title ?? null,
    status,
    visibility: input.visibility ?? null,
    firstComment: input.first_comment ?? null,
    segments,
    media,
    platformData,
    schedule,
    timezone,
    fingerprint: isChecked ? fingerprintOf(input, schedule?.at ?? null) : null,
    targets: newTargets,
  };
}

function targetsOf(input: Input): z.output<typeof TargetInputSchema>[] {
  return input.targets ?? (input.account_ids ?? []).map((id) => ({ account_id: id }));
}

/** Same text, media, time and targets give the same fingerprint, whatever the order of the targets. */
function fingerprintOf(input: Input, scheduledAt: Date | null): Buffer {
  const targets = targetsOf(input)
    .map((target) => JSON.stringify(target))
    .sort();
  const said = [input.text ?? '', storedSegments(input.segments), input.title ?? '', mediaOf(input) ?? []];
  const facts = [...said, scheduledAt, targets];
  return hash('sha256', JSON.stringify(facts), 'buffer');
}

/** What the event of a scheduled post tells. */
export interface Scheduled extends Pick<NewPost, 'id' | 'schedule' | 'timezone'> {
  readonly targets: readonly Pick<NewTarget, 'accountId' | 'platform'>[];
}

export function scheduledEvent(post: Scheduled): NewEvent {
  const at = post.schedule?.at.toISOString();
  return {
    type: 'post.scheduled',
    resourceId: post.id,
    summary: `Post scheduled for ${at}`,
    data: {
      post_id: post.id,
      status: 'scheduled',
      scheduled_at: at,
      ...present({ scheduled_local: post.schedule?.local, timezone: post.timezone }),
      targets: post.targets.map(({ accountId, platform }) => ({ account_id: accountId, platform })),
    },
  };
}
