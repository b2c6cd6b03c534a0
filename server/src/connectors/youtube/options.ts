import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { checkedOptions } from '../shared/call-platform.ts';

export const TITLE_LENGTH_MAX = 100;
const TAGS_LENGTH_MAX = 500;

const instant = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-12-01T10:00:00Z' });

/** `platform_data` of YouTube. https://developers.google.com/youtube/v3/docs/videos/insert */
export const options = z.strictObject({
  title: z
    .string()
    .max(TITLE_LENGTH_MAX)
    .regex(/^[^<>]*$/, 'must not contain "<" or ">"')
    .optional()
    .meta({ description: 'Title of the video, when the post has none' }),
  category_id: z
    .string()
    .regex(/^\d{1,4}$/, 'must be the number of a category')
    .optional()
    .meta({ description: 'Category; 22 (People & Blogs) when absent' }),
  tags: z
    .union([z.string().max(1000), z.array(z.string().max(TAGS_LENGTH_MAX)).max(500)])
    .refine(
      (tags) => lengthOfTags(toTags(tags)) <= TAGS_LENGTH_MAX,
      `must be at most ${TAGS_LENGTH_MAX} characters in all`,
    )
    .refine((tags) => toTags(tags).every((tag) => /^[^<>]*$/.test(tag)), 'must not contain "<" or ">"')
    .optional()
    .meta({ description: 'Tags, as a list or a comma list; at most 500 characters in all' }),
  default_language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a BCP 47 language code')
    .optional()
    .meta({ description: 'Language of title and description' }),
  made_for_kids: z.boolean().optional().meta({ description: 'Made for kids; false when absent' }),
  embeddable: z.boolean().optional().meta({ description: 'May be shown on other sites; true when absent' }),
  license: z.enum(['youtube', 'creativeCommon']).optional().meta({ description: 'Licence; youtube when absent' }),
  public_stats_viewable: z.boolean().optional().meta({ description: 'Everybody sees its figures; true when absent' }),
  publish_at: instant.optional().meta({
    description: 'When YouTube makes the video public; it is private until then, which visibility may say too',
  }),
  recording_date: instant.optional().meta({ description: 'When it was recorded' }),
  contains_synthetic_media: z
    .boolean()
    .optional()
    .meta({ description: 'Shows realistic content that was made or changed artificially; false when absent' }),
  notify_subscribers: z.boolean().optional().meta({ description: 'Tells subscribers of it; true when absent' }),
  playlist_id: z
    .string()
    .regex(/^[\w-]{2,64}$/, 'must be the id of a playlist')
    .optional()
    .meta({ description: 'Own playlist to which it is added afterwards, as far as YouTube lets' }),
  thumbnail_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .meta({ description: 'JPEG or PNG of at most 2 MB that is shown for the video; for verified channels' }),
});

export type Options = z.output<typeof options>;

export function toTags(tags: string | readonly string[]): string[] {
  const list = typeof tags === 'string' ? tags.split(',') : tags;
  return list.map((tag) => tag.trim()).filter((tag) => tag !== '');
}

/** Length as YouTube counts it: commas between tags, and quotes around a tag with a space. */
function lengthOfTags(tags: readonly string[]): number {
  const lengths = tags.map((tag) => [...tag].length + (/\s/.test(tag) ? 2 : 0));
  return lengths.reduce((sum, length) => sum + length, Math.max(0, tags.length - 1));
}

/** The content's options, checked again. */
export function optionsOf(content: Content): Options {
  return checkedOptions(options, content);
}
