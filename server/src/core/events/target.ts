import { z } from 'zod';
import { MEDIA_SOURCES, VISIBILITIES } from '../limits.ts';
import { PlatformName } from '../platforms.ts';

export const Visibility = z.enum(VISIBILITIES).meta({ id: 'Visibility' });
export type Visibility = z.infer<typeof Visibility>;

export const MediaOutput = z
  .object({
    source_type: z.enum(MEDIA_SOURCES),
    source: z.string(),
    type: z.enum(['image', 'video', 'audio', 'file']).optional(),
    alt_text: z.string().optional(),
  })
  .meta({ id: 'PostMedia' });

/** Why a target failed, for people and for machines. */
export const TargetError = z
  .object({
    code: z.string(),
    message: z.string(),
    category: z.enum(['validation', 'auth', 'rate_limit', 'platform', 'system']),
    caused_by: z.enum(['user', 'platform', 'system']),
    retryable: z.boolean().meta({ description: 'Whether a retry can work once the remedy is done' }),
    remedy: z.string().meta({ description: 'What to do, as a sentence' }),
    platform_code: z.string().optional().meta({ description: 'The code of the platform’s own error' }),
  })
  .meta({ id: 'TargetError' });
export type TargetError = z.infer<typeof TargetError>;

export const lateBySeconds = z.number().int().optional().meta({
  description: 'How long after its time publishing began; present when that was more than a minute',
});

/** One account that a post goes to, as posts and events show it (contract, 8.1). */
export const Target = z
  .object({
    account_id: z.string(),
    platform: PlatformName,
    status: z.enum(['pending', 'publishing', 'published', 'failed', 'unconfirmed', 'cancelled', 'unpublished']),
    page_id: z.string().optional().meta({ description: 'The page of the account that it goes to' }),
    board_id: z.string().optional().meta({ description: 'The board that it goes to' }),
    text: z.string().optional(),
    title: z.string().optional(),
    visibility: Visibility.optional(),
    media: z.array(MediaOutput).optional(),
    media_ids: z.array(z.string()).optional(),
    scheduled_at: z.string().optional(),
    scheduled_local: z.string().optional().meta({ description: 'The wall time in `timezone` that was asked for' }),
    late_by_seconds: lateBySeconds,
    platform_post_id: z.string().optional().meta({ description: 'The platform’s id of the post' }),
    permalink: z.string().optional(),
    published_at: z.string().optional(),
    first_comment: z.string().optional(),
    error: TargetError.optional(),
    metadata: z.record(z.string(), z.unknown()).optional().meta({
      description: 'thread_post_ids, thread_failed_at_index, first_comment_id, first_comment_error',
    }),
  })
  .meta({ id: 'Target' });
