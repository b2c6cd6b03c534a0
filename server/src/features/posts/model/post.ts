import { z } from 'zod';
import { ActorShape, type StoredActor } from '../../../core/actor.ts';
import { lateBySeconds, MediaOutput, Target, type TargetError, Visibility } from '../../../core/events/target.ts';
import { HeldShape, type PostHeld } from '../../../core/held.ts';
import { ourId } from '../../../core/ids.ts';
import type { ActionStatus, PostStatus, StoredMedia, StoredSegment } from '../../../db/column-types.ts';
import { exampleContent } from '../examples.ts';

const STATUSES = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'partial',
  'failed',
  'cancelled',
] as const satisfies PostStatus[];
export const PostStatusName = z.enum(STATUSES).meta({ id: 'PostStatus' });

export const MediaInput = z
  .strictObject({
    source_type: z.enum(['media_id', 'url', 'platform_attachment_id']),
    source: z.string().min(1).max(4096),
    type: z.enum(['image', 'video', 'audio', 'file']).optional(),
    alt_text: z.string().max(10_000).optional(),
  })
  .meta({ id: 'MediaInput' });

/** A further part of a thread. */
const Segment = z
  .object({
    text: z.string(),
    media: z.array(MediaOutput).optional(),
    media_ids: z.array(z.string()).optional(),
  })
  .meta({ id: 'Segment' });

/** The last decision about a post that waited. */
const Review = z
  .object({
    decision: z.enum(['approved', 'rejected', 'changes_requested']),
    note: z.string().optional(),
    by: ActorShape,
    at: z.string(),
  })
  .meta({ id: 'PostReview' });

export const Post = z
  .object({
    id: ourId('post'),
    text: z.string().optional(),
    title: z.string().optional(),
    status: PostStatusName,
    visibility: Visibility.optional(),
    first_comment: z.string().optional(),
    segments: z.array(Segment).optional(),
    media: z.array(MediaOutput).optional(),
    media_ids: z.array(z.string()).optional(),
    scheduled_at: z.string().optional(),
    scheduled_local: z.string().optional().meta({ description: 'The wall time in `timezone` that was asked for' }),
    timezone: z.string().optional(),
    late_by_seconds: lateBySeconds,
    published_at: z.string().optional(),
    hidden: z.boolean().meta({ description: 'Left out of lists that do not ask for hidden posts' }),
    retry_count: z.number().int().meta({ description: 'How often it was retried' }),
    created_at: z.string(),
    updated_at: z.string(),
    held: HeldShape.optional(),
    review: Review.optional(),
    created_by: ActorShape.optional(),
    changed_by: ActorShape.optional(),
    livemode: z.boolean(),
    targets: z.array(Target),
  })
  .meta({ id: 'Post', example: exampleContent });
export type Post = z.infer<typeof Post>;

/** The fields that a target may override; stored in the action's `input`. */
export interface TargetInput {
  page_id?: string;
  board_id?: string;
  text?: string;
  first_comment?: string;
  title?: string;
  visibility?: Visibility;
  media?: StoredMedia[];
  platform_data?: Record<string, unknown>;
}

/** A target as it is read with its post: an action of the kind `publish`. Times are JSON text. */
export interface TargetRow {
  id: string;
  account_id: string;
  platform: string;
  status: ActionStatus;
  input: TargetInput;
  scheduled_at: string | null;
  scheduled_local: string | null;
  platform_id: string | null;
  permalink: string | null;
  published_at: string | null;
  error: TargetError | null;
  metadata: Record<string, unknown>;
  /** The number of the attempt, from 0. */
  attempt: number;
}

export interface PostRow {
  id: string;
  text: string | null;
  title: string | null;
  status: PostStatus;
  visibility: Visibility | null;
  first_comment: string | null;
  segments: StoredSegment[] | null;
  media: StoredMedia[];
  platform_data: Record<string, Record<string, unknown>>;
  hidden: boolean;
  scheduled_at: Date | null;
  scheduled_local: string | null;
  timezone: string | null;
  published_at: Date | null;
  retry_count: number;
  charged_period: Date | null;
  created_at: Date;
  updated_at: Date;
  created_by: StoredActor | null;
  changed_by: StoredActor | null;
  held: PostHeld | null;
  review: z.infer<typeof Review> | null;
  /** The version that was approved; null: it has changed since. */
  approved: string | null;
  targets: TargetRow[] | null;
}

/** The columns that a response shows. */
export type ShownPost = Omit<PostRow, 'charged_period' | 'approved'>;

export function toPost(row: ShownPost, livemode: boolean): Post {
  return {
    id: row.id,
    ...present({
      text: row.text,
      title: row.title,
      visibility: row.visibility,
      first_comment: row.first_comment,
      segments: row.segments?.map(({ text, media }) => ({ text, ...toMedia(media) })),
    }),
    status: row.status,
    ...toMedia(row.media),
    ...present({
      scheduled_at: row.scheduled_at?.toISOString(),
      scheduled_local: row.scheduled_local,
      timezone: row.timezone,
      late_by_seconds: latenessOf(row.targets ?? []),
      published_at: row.published_at?.toISOString(),
    }),
    hidden: row.hidden,
    retry_count: row.retry_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...present({
      held: row.held && { ...row.held, ...present({ due_at: row.scheduled_at?.toISOString() }) },
      review: row.review && { ...row.review, at: new Date(row.review.at).toISOString() },
      created_by: row.created_by,
      changed_by: row.changed_by,
    }),
    livemode,
    targets: (row.targets ?? []).map(toTarget),
  };
}

/** All media of a stored post: its own, those of its parts, and those that targets have instead. */
export function mediaOf({ media, segments, targets }: Pick<PostRow, 'media' | 'segments' | 'targets'>): StoredMedia[] {
  return [
    media,
    ...(segments ?? []).map((part) => part.media),
    ...(targets ?? []).map(({ input }) => input.media ?? []),
  ].flat();
}

/** The accounts of a post's targets. */
export function accountIdsOf({ targets }: Pick<PostRow, 'targets'>): string[] {
  return (targets ?? []).map((target) => target.account_id);
}

/** The greatest lateness of the targets, in seconds; undefined when none was late. */
export function latenessOf(targets: readonly TargetRow[]): number | undefined {
  const late = targets.flatMap(({ metadata }) => metadata.late_by_seconds ?? []) as number[];
  return late.length === 0 ? undefined : Math.max(...late);
}

export function toTarget(row: TargetRow): z.infer<typeof Target> {
  const { late_by_seconds: _late, ...metadata } = row.metadata;
  return {
    account_id: row.account_id,
    platform: row.platform as z.infer<typeof Target>['platform'],
    status: row.status,
    ...present({
      page_id: row.input.page_id,
      board_id: row.input.board_id,
      text: row.input.text,
      title: row.input.title,
      visibility: row.input.visibility,
      first_comment: row.input.first_comment,
    }),
    ...toMedia(row.input.media ?? []),
    ...present({
      scheduled_at: toIso(row.scheduled_at),
      scheduled_local: row.scheduled_local,
      late_by_seconds: latenessOf([row]),
      platform_post_id: row.platform_id,
      permalink: row.permalink,
      published_at: toIso(row.published_at),
      error: row.error,
      metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
    }),
  };
}

function toIso(text: string | null): string | undefined {
  return text === null ? undefined : new Date(text).toISOString();
}

function toMedia(media: StoredMedia[]) {
  if (media.length === 0) return {};
  return { media, media_ids: media.filter((item) => item.source_type === 'media_id').map((item) => item.source) };
}

/** A copy without the fields that are null or undefined. */
export function present<T extends Record<string, unknown>>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], null | undefined> } {
  const kept: Record<string, unknown> = {};
  for (const name in values) if (values[name] !== null && values[name] !== undefined) kept[name] = values[name];
  return kept as never;
}
