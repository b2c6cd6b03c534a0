import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { checkedOptions } from '../shared/call-platform.ts';
import { ALT_TEXT_LENGTH_MAX, IMAGES_MAX } from './limits.ts';

const webAddress = z.url({ protocol: /^https?$/ }).max(2000);
const altText = z.string().max(ALT_TEXT_LENGTH_MAX);
const CTA_LABELS = [
  'LEARN_MORE',
  'SIGN_UP',
  'DOWNLOAD',
  'REGISTER',
  'SUBSCRIBE',
  'APPLY',
  'REQUEST_DEMO',
  'JOIN',
  'ATTEND',
  'VIEW_QUOTE',
] as const;

/** `platform_data` of both LinkedIn platforms. https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api */
export const options = z
  .strictObject({
    article_url: webAddress.optional().meta({ description: 'Article to show; an image of the post is its thumbnail' }),
    article_title: z.string().min(1).max(400).optional().meta({ description: 'Title of the article' }),
    article_description: z.string().max(4000).optional().meta({ description: 'What the article is about' }),
    cta_label: z.enum(CTA_LABELS).optional().meta({ description: 'Button below the article' }),
    cta_url: webAddress.optional().meta({ description: 'Where the button leads; the article when absent' }),
    alt_text: altText.optional().meta({ description: 'Description of the first image; wins over that of the media' }),
    alt_texts: z
      .array(altText)
      .max(IMAGES_MAX)
      .optional()
      .meta({ description: 'Descriptions of the images in order; win over those of the media' }),
    media_title: z.string().max(400).optional().meta({ description: 'Title of a single image or video' }),
    disable_reshare: z.boolean().optional().meta({ description: 'Nobody can pass the post on' }),
  })
  .refine(({ article_url, cta_label }) => cta_label === undefined || article_url !== undefined, {
    message: 'needs article_url',
    path: ['cta_label'],
  })
  .refine(({ cta_label, cta_url }) => cta_url === undefined || cta_label !== undefined, {
    message: 'needs cta_label',
    path: ['cta_url'],
  })
  .refine(({ article_url, article_title, article_description }) => {
    return article_url !== undefined || (article_title === undefined && article_description === undefined);
  }, 'article_title and article_description need article_url');

export type Options = z.output<typeof options>;

/** The content's options, checked again. */
export function optionsOf(content: Content): Options {
  return checkedOptions(options, content);
}
