import { z } from 'zod';
import { PlatformWord } from '../../../core/platforms.ts';
import { PostZone, ScheduledAt } from '../schedule/schedule.ts';
import { contentFields } from './resolve-content.ts';
import { SegmentsInput } from './segments.ts';

export const TargetInputSchema = z
  .strictObject({
    account_id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'The account; without it, the only account of `platform`' }),
    platform: PlatformWord.min(1).optional().meta({ description: 'Must be the platform of the account' }),
    page_id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'A page of the account, on platforms with pages; on Facebook any page of its brand' }),
    board_id: z.string().min(1).max(200).optional().meta({
      description: 'A board of the account, required on platforms with boards; page_id is another name of it there',
    }),
    ...contentFields,
    scheduled_at: ScheduledAt.optional(),
    platform_data: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Options of the target’s platform; they win over those of the post' }),
  })
  .meta({ id: 'TargetInput' });

export const CreatePostInput = z.strictObject({
  ...contentFields,
  scheduled_at: ScheduledAt.optional(),
  timezone: PostZone.optional(),
  segments: SegmentsInput.optional(),
  publish_now: z.boolean().optional().meta({ description: 'Publish at once; wins over scheduled_at' }),
  skip_duplicate_check: z
    .boolean()
    .optional()
    .meta({ description: 'true allows the same content again within two minutes' }),
  skip_validation: z
    .boolean()
    .optional()
    .meta({ description: 'true leaves out the limits of platforms, except those of media sources' }),
  platform_data: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .meta({ description: 'Options by platform name' }),
  targets: z.array(TargetInputSchema).max(100).optional(),
  account_ids: z.array(z.string().min(1).max(200)).max(100).optional().meta({ description: 'Older form of targets' }),
});
