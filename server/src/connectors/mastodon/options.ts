import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { checkedOptions } from '../shared/call-platform.ts';
import type { Visibility } from './wire.ts';

/** `platform_data` for Mastodon: https://docs.joinmastodon.org/methods/statuses/#create */
export const options = z.strictObject({
  spoiler_text: z.string().max(500).optional(),
  sensitive: z.boolean().optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be an ISO 639 language code')
    .optional(),
  visibility: z.enum(['public', 'unlisted', 'private', 'direct']).optional(),
  // Instances set their own limits; most have 4 options of 50 characters.
  poll: z
    .strictObject({
      options: z.array(z.string().min(1).max(500)).min(2).max(20),
      expires_in: z.number().int().min(300).max(2_629_746).meta({ description: 'Seconds' }),
      multiple: z.boolean().optional(),
      hide_totals: z.boolean().optional(),
    })
    .optional()
    .meta({ description: 'A poll under the first status; posts without media only' }),
});

/** Other platforms' words for an audience, with the same meaning here. */
const audiences: Readonly<Record<string, Visibility>> = {
  public: 'public',
  unlisted: 'unlisted',
  private: 'private',
  followers: 'private',
  connections_only: 'private',
  direct: 'direct',
};

/**
 * The fields of a status that come from options and visibility. An audience that Mastodon lacks is rejected, not
 * widened.
 */
export function statusFields(content: Content): z.output<typeof options> {
  const fields = checkedOptions(options, content);
  if (fields.poll !== undefined && content.media.length > 0)
    throw new PlatformError('rejected', 'A post on Mastodon has media or a poll, not both.', {
      field: 'platform_data.poll',
    });
  if (fields.visibility !== undefined || content.visibility === undefined) return fields;
  const visibility = Object.hasOwn(audiences, content.visibility) ? audiences[content.visibility] : undefined;
  if (visibility !== undefined) return { ...fields, visibility };
  throw new PlatformError('rejected', `Mastodon has no visibility ${content.visibility}.`, { field: 'visibility' });
}
