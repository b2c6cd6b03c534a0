import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { checkedOptions } from '../shared/call-platform.ts';

const decimalId = z.string().regex(/^\d{1,20}$/, 'must be a decimal id');

/** `platform_data` for X: the fields of POST /2/tweets that are not text or media. */
export const options = z
  .strictObject({
    reply_settings: z.enum(['following', 'mentionedUsers', 'subscribers', 'verified']).optional(),
    geo_place_id: z.string().min(1).max(64).optional(),
    community_id: decimalId.optional(),
    for_super_followers_only: z.boolean().optional(),
    nullcast: z.boolean().optional(),
    made_with_ai: z.boolean().optional(),
    paid_partnership: z.boolean().optional(),
    in_reply_to_tweet_id: decimalId.optional(),
    auto_populate_reply_metadata: z.boolean().optional(),
    exclude_reply_user_ids: z.array(decimalId).max(50).optional(),
    poll: z
      .strictObject({
        options: z.array(z.string().min(1).max(25)).min(2).max(4),
        duration_minutes: z.number().int().min(5).max(10_080),
      })
      .optional()
      .meta({ description: 'A poll under the first post; posts without media only' }),
  })
  .refine(
    ({ in_reply_to_tweet_id, auto_populate_reply_metadata, exclude_reply_user_ids }) =>
      in_reply_to_tweet_id !== undefined ||
      (auto_populate_reply_metadata === undefined && exclude_reply_user_ids === undefined),
    'auto_populate_reply_metadata and exclude_reply_user_ids need in_reply_to_tweet_id',
  );

export type Options = z.output<typeof options>;

/** The content's options, which were checked when the post was accepted. */
export function optionsOf(content: Content): Options {
  const given = checkedOptions(options, content);
  if (given.poll === undefined || content.media.length === 0) return given;
  throw new PlatformError('rejected', 'A post on X has media or a poll, not both.', { field: 'platform_data.poll' });
}
