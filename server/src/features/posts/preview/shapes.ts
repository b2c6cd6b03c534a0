import { z } from 'zod';
import { PlatformName } from '../../../core/platforms.ts';
import { UNITS } from '../rules/lengths.ts';

const Target = { account_id: z.string().optional(), platform: PlatformName };

export const TextCount = z
  .object({
    ...Target,
    field: z.string().meta({ description: 'Path in the post, such as `text` or `segments.0.text`' }),
    length: z.number().int(),
    limit: z.number().int(),
    unit: z.enum(UNITS).meta({
      description: '`weighted`: the platform counts some parts differently, such as addresses, emoji or markup',
    }),
  })
  .meta({ id: 'TextCount' });
export type TextCount = z.infer<typeof TextCount>;

const Range = z.object({ start: z.number().int(), end: z.number().int(), value: z.string() }).meta({
  id: 'TextRange',
  example: { start: 4, end: 23, value: 'https://a.example/x' },
  description: 'Offsets are UTF-16 code units; `end` is exclusive',
});

const PreviewText = z
  .object({
    text: z.string(),
    is_cut: z.literal(true).optional().meta({ description: 'The text is far over its limit; this is its beginning' }),
    links: z.array(Range),
    mentions: z.array(Range),
    hashtags: z.array(Range),
  })
  .meta({ id: 'PreviewText' });
export type PreviewText = z.infer<typeof PreviewText>;

const PreviewMedia = z
  .object({
    part: z.number().int().meta({ description: 'Position in `parts`' }),
    kind: z.enum(['image', 'video', 'audio', 'file']),
    id: z.string().optional(),
    url: z.string().optional(),
    attachment_id: z.string().optional(),
    alt_text: z.string().optional(),
  })
  .meta({ id: 'PreviewMedia' });
export type PreviewMedia = z.infer<typeof PreviewMedia>;

export const PostPreview = z
  .object({
    ...Target,
    title: z.string().optional(),
    parts: z.array(PreviewText).meta({ description: 'The post, then the further parts of a thread' }),
    media: z.array(PreviewMedia),
    card: z
      .object({
        url: z.string(),
        title: z.string().optional(),
        description: z.string().optional(),
        image: PreviewMedia.optional(),
      })
      .optional()
      .meta({ description: 'The link card that the post asks for' }),
    platform_may_add_card: z
      .boolean()
      .meta({ description: 'The platform may make a card of a link in the first part; it is not shown here' }),
    first_comment: PreviewText.optional(),
    ranges: z
      .enum(['platform', 'approximate'])
      .meta({ description: 'Whether links, mentions and hashtags follow rules that the platform publishes' }),
  })
  .meta({ id: 'PostPreview' });
export type PostPreview = z.infer<typeof PostPreview>;
