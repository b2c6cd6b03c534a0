import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { checkedOptions } from '../shared/call-platform.ts';

const choice = z.string().min(1).max(25);
const numericId = z.string().regex(/^\d{1,30}$/, 'must be a numeric id');

/** `platform_data` of Threads. https://developers.facebook.com/docs/threads/posts */
export const options = z.strictObject({
  reply_control: z
    .enum(['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'])
    .optional()
    .meta({ description: 'Who may reply; everyone when absent. Counts for every part of a thread' }),
  link_attachment: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .meta({ description: 'Address shown as a preview; posts without media only' }),
  topic_tag: z
    .string()
    .min(1)
    .max(50)
    .regex(/^[^.&]*$/, 'must not contain "." or "&"')
    .optional()
    .meta({ description: 'Topic of the post, without #' }),
  quote_post_id: numericId.optional().meta({ description: 'Id of the post that this one quotes' }),
  poll_attachment: z
    .strictObject({ option_a: choice, option_b: choice, option_c: choice.optional(), option_d: choice.optional() })
    .refine(
      ({ option_c, option_d }) => option_c !== undefined || option_d === undefined,
      'option_d comes after option_c',
    )
    .optional()
    .meta({ description: 'A poll of 2 to 4 choices; posts without media only' }),
  location_id: numericId.optional().meta({ description: 'Id of a place; needs the permission to tag locations' }),
  allowlisted_country_codes: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters'))
    .min(1)
    .max(250)
    .optional()
    .meta({ description: 'Countries in which the post is shown; for profiles that Threads allows this' }),
  is_spoiler_media: z.boolean().optional().meta({ description: 'Covers the media until they are asked for' }),
});

export type Options = z.infer<typeof options>;

/** Options of posts without media. */
const TEXT_ONLY = ['link_attachment', 'poll_attachment'] as const;

/** The content's options, checked again. Throws `rejected` for an option that does not go with the media. */
export function optionsOf(content: Content): Options {
  const given = checkedOptions(options, content);
  const wrong = content.media.length > 0 ? TEXT_ONLY.find((name) => given[name] !== undefined) : undefined;
  if (wrong === undefined) return given;
  const message = `A Threads post with media cannot have ${wrong}.`;
  throw new PlatformError('rejected', message, { field: `platform_data.${wrong}` });
}
