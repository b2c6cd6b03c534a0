import { z } from 'zod';

const COLLABORATORS_MAX = 3;

/** `platform_data` of Instagram. */
export const options = z.strictObject({
  content_type: z
    .enum(['feed', 'reel', 'carousel', 'stories'])
    .optional()
    .meta({ description: 'Kind of post; detected from the media when absent. A single video in the feed is a reel' }),
  alt_text: z
    .string()
    .max(1000)
    .optional()
    .meta({ description: 'Description of the image; wins over that of the media' }),
  location_id: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the numeric id of a place')
    .optional()
    .meta({ description: 'Id of a Facebook page that has a place' }),
  share_to_feed: z.boolean().optional().meta({ description: 'Reels: show it in the feed too' }),
  cover_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .meta({ description: 'Reels: address of a JPEG cover' }),
  collaborators: z
    .union([z.string().max(500), z.array(z.string().max(100))])
    .refine(
      (people) => toUsernames(people).length <= COLLABORATORS_MAX,
      `must be at most ${COLLABORATORS_MAX} usernames`,
    )
    .optional()
    .meta({ description: 'Up to 3 usernames, as a list or a comma list, with or without @' }),
  video_cover_timestamp_ms: z
    .number()
    .int()
    .min(0)
    .max(900_000)
    .optional()
    .meta({ description: 'Reels: moment of the cover in milliseconds; ignored with cover_url' }),
});

export type Options = z.infer<typeof options>;

/** Usernames from a list or a comma-separated text, without `@`. */
export function toUsernames(people: string | readonly string[] | undefined): string[] {
  const names = typeof people === 'string' ? people.split(',') : (people ?? []);
  return names.map((name) => name.trim().replace(/^@+/, '')).filter((name) => name !== '');
}
