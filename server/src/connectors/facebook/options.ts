import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { checkedOptions } from '../shared/call-platform.ts';

const webAddress = z.url({ protocol: /^https?$/ }).max(2000);
const age = z.number().int().min(13).max(65);

/** `platform_data` of Facebook Pages. https://developers.facebook.com/docs/graph-api/reference/page/feed */
export const options = z
  .strictObject({
    content_type: z
      .enum(['feed', 'reel', 'stories'])
      .optional()
      .meta({ description: 'Kind of post; a post in the feed when absent' }),
    link: webAddress.optional().meta({ description: 'Address shown as a preview; posts without media only' }),
    cta_type: z
      .string()
      .regex(/^[A-Z][A-Z_]{1,40}$/, 'must be a type of call to action, such as SHOP_NOW')
      .optional()
      .meta({ description: 'Button below a text, a link or images; together with cta_link' }),
    cta_link: webAddress.optional().meta({ description: 'Where the button leads' }),
    min_age: age.optional().meta({ description: 'Youngest people in whose feed it is shown' }),
    max_age: age.optional().meta({ description: 'Oldest people in whose feed it is shown' }),
    alt_text: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: 'Description of the first image; wins over that of the media' }),
    title: z.string().max(255).optional().meta({ description: 'Title of a video; wins over that of the post' }),
    share_to_feed: z.boolean().optional().meta({ description: 'Reels: show it in the feed too' }),
  })
  .refine(({ cta_type, cta_link }) => (cta_type === undefined) === (cta_link === undefined), {
    message: 'cta_type and cta_link come together',
    path: ['cta_type'],
  })
  .refine(({ min_age = 13, max_age = 65 }) => max_age >= min_age, {
    message: 'must not be below min_age',
    path: ['max_age'],
  });

export type Options = z.infer<typeof options>;

/** The content's options, which were checked when the post was accepted. */
export function optionsOf(content: Content): Options {
  return checkedOptions(options, content);
}
