import type { Context } from '../../../core/context.ts';
import { ApiError, invalid } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { StoredMedia } from '../../../db/column-types.ts';
import { tenantNow } from '../../clock/index.ts';
import type { NewPost } from '../model/new-post.ts';
import { assertNoIssues, assertSources } from '../rules/check-limits.ts';
import { knownMedia } from '../rules/checked-content.ts';
import { toSchedule, toZone } from '../schedule/schedule.ts';
import { type AccountsById, findAccounts } from './find-accounts.ts';
import { fingerprintOf } from './fingerprint.ts';
import { namedTargets, type PostInput } from './named-targets.ts';
import { pausesEvery } from './pauses.ts';
import { checkMedia, mediaOf, platformDataOf } from './resolve-content.ts';
import { resolvePages } from './resolve-pages.ts';
import { resolveTargets } from './resolve-targets.ts';
import { checkSegments, segmentMedia, segmentsAsSent, storedSegments } from './segments.ts';
import type { PostWithContent, PostWithSchedule, PostWithTargets, ResolvedPost } from './steps.ts';

export interface ComposeOptions {
  /** Finds the accounts of these ids. */
  readonly accounts?: (ids: readonly string[]) => Promise<AccountsById>;
  /** A draft need not keep the limits of platforms, unless it may be published as it is. */
  readonly mayPublish?: boolean;
  /** The time that schedules are compared with. */
  readonly now?: () => Promise<Date>;
  /** Guesses the zone that a mistyped name means. */
  readonly guessZone?: (name: string) => string | undefined;
}

/**
 * Makes a post of a request. Everything that can be rejected is rejected here, before anything is written. Each step
 * takes the post so far and returns it with what the step has found.
 */
export async function composePost(ctx: Context, input: PostInput, options: ComposeOptions = {}): Promise<NewPost> {
  const now = options.now ?? (() => tenantNow(ctx));
  const named = await nameTargets(ctx, input);
  const ids = named.named.map((target) => target.account_id);
  const accounts = await (options.accounts?.(ids) ?? findAccounts(ctx, ids));
  const scheduled = await parseSchedule(named, now, options.guessZone);
  const filled = parseContent(ctx, scheduled);
  const withMedia = await resolveMedia(ctx, filled);
  const resolved = await resolveTargets(ctx, withMedia, accounts, now);
  await checkLimits(ctx, resolved, options.mayPublish ?? false);
  return withFingerprint(ctx, resolved);
}

/** The targets as accounts and their destinations. */
async function nameTargets(ctx: Context, input: PostInput): Promise<PostWithTargets> {
  const named = await resolvePages(ctx, namedTargets(input));
  if (input.targets !== undefined && input.account_ids !== undefined)
    throw invalid('account_ids', 'Send targets or account_ids, not both.');
  return { input, named };
}

/** When the post is due, and with it the status that it starts with. */
async function parseSchedule(
  post: PostWithTargets,
  now: () => Promise<Date>,
  guessZone: ComposeOptions['guessZone'],
): Promise<PostWithSchedule> {
  const { timezone: zone, scheduled_at: time, publish_now: isNow } = post.input;
  const timezone = await toZone(zone, guessZone);
  if (isNow === true) return { ...post, timezone, schedule: null, status: 'publishing' };
  const schedule = await toSchedule(time, timezone, 'scheduled_at', now);
  return { ...post, timezone, schedule, status: schedule === null ? 'draft' : 'scheduled' };
}

/** 400 unless the post has content and, when it is not a draft, a target. */
function parseContent(ctx: Context, post: PostWithSchedule): PostWithContent {
  const { input, named, status } = post;
  const media = mediaOf(input) ?? [];
  const platformData = platformDataOf(ctx.connectors, input.platform_data);
  const isSaid = (text = '', items: readonly StoredMedia[] = []) => text.trim() !== '' || items.length > 0;
  if (!isSaid(input.text, media) && !named.some((target) => isSaid(target.text, mediaOf(target))))
    throw missing('text', 'A post needs text or media.');
  if (status !== 'draft' && named.length === 0)
    throw missing('targets', 'A post that is published or scheduled needs at least one target.');
  return { ...post, media, segments: storedSegments(input.segments), platformData };
}

/** 400 for media of the post or of its segments that cannot be used. */
async function resolveMedia(ctx: Context, post: PostWithContent): Promise<PostWithContent> {
  const { media, input } = post;
  await checkMedia(ctx, media, input.media_ids === undefined || input.media !== undefined ? 'media' : 'media_ids');
  await checkSegments(ctx, input.segments, post.segments);
  return post;
}

/** Checks the post against each target's data sheet. Sources are always checked, other limits unless skipped. */
async function checkLimits(ctx: Context, post: ResolvedPost, mayPublish: boolean): Promise<void> {
  const { input, media, segments, targets } = post;
  const items = [...media, ...segmentMedia(segments), ...targets.flatMap((target) => target.input.media ?? [])];
  const known = await knownMedia(ctx, ctx.db, items);
  const hasAttachments = items.some(({ source_type: source }) => source === 'platform_attachment_id');
  const keepsLimits = (mayPublish || post.status !== 'draft') && input.skip_validation !== true;
  const content = {
    ...input,
    media,
    segments: segmentsAsSent(input.segments),
    platform_data: post.platformData,
    scheduled_at: post.schedule,
  };
  const pause = pausesEvery();
  for (const [index, target] of targets.entries()) {
    const connector = ctx.connectors[target.platform];
    if (connector === undefined) continue;
    if (hasAttachments) assertSources(connector, content, target.input, index);
    if (keepsLimits) await assertNoIssues(connector, content, target.input, index, { known, pause });
  }
}

function withFingerprint(ctx: Context, post: ResolvedPost): NewPost {
  const { input, status, segments, media, platformData, schedule, timezone, targets } = post;
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
    targets,
  };
}

function missing(field: string, message: string): ApiError {
  return new ApiError('missing_metadata', message, { field }, 'validation.field_required');
}
