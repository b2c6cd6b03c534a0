import { z } from 'zod';
import { MEDIA_SOURCES, type Limits as Sheet, VISIBILITIES } from '../../core/limits.ts';

const count = z.number().int();

const TextLimits = z
  .object({
    length_max: count.meta({ description: '0: no known limit, as for every number here' }),
    counting: z.enum(['chars', 'utf16', 'bytes', 'graphemes', 'twitter']),
    bytes_max: count,
    photo_length_max: count.meta({ description: 'Length beside images, where it differs' }),
    hashtags_max: count,
    mentions_max: count,
    counted_options: z
      .array(z.string())
      .optional()
      .meta({ description: 'Options of platform_data whose text counts too' }),
  })
  .meta({ id: 'TextLimits' });

const MediaLimits = z
  .object({
    required: z.boolean().meta({ description: 'Every post needs media' }),
    items_max: count,
    images_min: count.meta({ description: 'Fewest images of a post that has images' }),
    images_max: count,
    videos_max: count,
    mixed: z.boolean().meta({ description: 'Images and videos may be in one post' }),
    image_types: z.array(z.string()),
    image_types_uncertain: z.array(z.string()).meta({ description: 'Sometimes taken: a warning only' }),
    video_types: z.array(z.string()),
    image_bytes_max: count,
    gif_bytes_max: count.meta({ description: 'A GIF that stands alone, where it differs' }),
    video_bytes_max: count,
    video_seconds_min: z.number(),
    video_seconds_max: z.number(),
    video_fps_max: count,
    sources: z.array(z.enum(MEDIA_SOURCES)),
    attachment_alone: z.boolean().meta({ description: 'A platform_attachment_id must be the only item' }),
  })
  .meta({ id: 'MediaLimits' });

export const Limits = z
  .object({
    text: TextLimits,
    title: z.object({ length_max: count, required: z.boolean() }),
    media: MediaLimits,
    carousel: z
      .object({ items_min: count, items_max: count, photos_only: z.boolean() })
      .optional()
      .meta({ description: 'Absent when a post has one item at most' }),
    alt_text: z.object({ length_max: count, on_videos: z.boolean() }),
    visibility: z.array(z.enum(VISIBILITIES)),
    segments: z.object({ items_max: count }),
    comment: z.object({ length_max: count }),
    poll: z
      .object({
        option: z
          .string()
          .meta({ description: 'The option of platform_data that makes the post a poll, which has no media' }),
        text_length_max: count,
      })
      .optional(),
    scheduling: z.object({ mode: z.enum(['native', 'server_side', '']) }),
    kinds: z
      .object({
        option: z.string().meta({ description: 'The option of platform_data that asks for the kind' }),
        limits: z
          .record(z.string(), z.record(z.string(), z.unknown()))
          .meta({ description: 'The differences, by kind' }),
      })
      .optional(),
  })
  .meta({ id: 'PlatformLimits' });

/** A data sheet as JSON, without its functions: `counting` names the way to count. */
export function toLimits({ kinds, ...sheet }: Sheet): z.infer<typeof Limits> {
  return Limits.parse({ ...(toSnakeCase(sheet) as object), kinds: kinds && toKinds(kinds) });
}

/** The names of kinds are values of an option, so they keep their spelling. */
function toKinds({ option, limits }: NonNullable<Sheet['kinds']>) {
  return {
    option,
    limits: Object.fromEntries(Object.entries(limits).map(([kind, differences]) => [kind, toSnakeCase(differences)])),
  };
}

function toSnakeCase(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => typeof part !== 'function')
      .map(([name, part]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), toSnakeCase(part)]),
  );
}
