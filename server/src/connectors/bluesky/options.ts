import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { checkedOptions } from '../shared/call-platform.ts';
import { PostUri } from './wire.ts';

/**
 * `platform_data` for Bluesky: the parts of a post besides text and media.
 * https://docs.bsky.app/docs/advanced-guides/posts
 */
export const options = z
  .strictObject({
    langs: z
      .array(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a BCP 47 language tag'))
      .min(1)
      .max(3)
      .optional(),
    /** Tags that the text does not show. */
    tags: z.array(z.string().min(1).max(64)).max(8).optional(),
    link: z
      .url({ protocol: /^https?$/, error: 'must be a web address' })
      .max(2048)
      .optional(),
    link_title: z.string().max(300).optional(),
    link_description: z.string().max(1000).optional(),
    /** The `at://` address of the quoted post. */
    quote_uri: PostUri.optional(),
  })
  .refine(
    ({ link, link_title, link_description }) =>
      link !== undefined || (link_title === undefined && link_description === undefined),
    'link_title and link_description need link',
  )
  .refine(
    ({ link, quote_uri }) => link === undefined || quote_uri === undefined,
    'link and quote_uri exclude each other',
  );

export type Options = z.output<typeof options>;

/** The content's options, which were checked when the post was accepted. */
export function optionsOf(content: Content): Options {
  const checked = checkedOptions(options, content);
  if (content.visibility !== undefined && content.visibility !== 'public') {
    throw new PlatformError('rejected', `Bluesky has no visibility ${content.visibility}.`, { field: 'visibility' });
  }
  return checked;
}
