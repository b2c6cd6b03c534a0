import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { checkedOptions } from '../shared/call-platform.ts';
import { PHOTO_TITLE_LENGTH_MAX, PHOTOS_MAX } from './limits.ts';

const PRIVACY_LEVELS = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'] as const;
const TEN_MINUTES_MS = 600_000;

const flag = (description: string) => z.boolean().optional().meta({ description });

/** `platform_data` of TikTok: https://developers.tiktok.com/doc/content-posting-api-reference-direct-post */
export const options = z
  .strictObject({
    privacy_level: z.enum(PRIVACY_LEVELS).meta({
      description:
        'Who sees the post: one of the privacy_level_options of the creator (GET /v1/accounts/{account_id}/creator-info)',
      examples: ['PUBLIC_TO_EVERYONE'],
    }),
    media_type: z
      .enum(['video', 'photo'])
      .optional()
      .meta({ description: 'What the post is made of; by its media when absent' }),
    title: z
      .string()
      .max(PHOTO_TITLE_LENGTH_MAX)
      .optional()
      .meta({ description: 'Title above the text of a photo post' }),
    disable_comment: flag('Nobody can comment; true when absent'),
    disable_duet: flag('Nobody can make duets of the video; true when absent'),
    disable_stitch: flag('Nobody can stitch the video; true when absent'),
    brand_content_toggle: flag('Advertises another business (paid partnership); never with SELF_ONLY'),
    brand_organic_toggle: flag("Advertises the creator's own business"),
    _disclosure_on: flag('The post discloses advertising: needs one of the two brand toggles'),
    is_aigc: flag('Made by artificial intelligence'),
    video_cover_timestamp_ms: z
      .int()
      .min(0)
      .max(TEN_MINUTES_MS)
      .optional()
      .meta({ description: 'Which picture of the video is its cover, in milliseconds' }),
    photo_cover_index: z
      .int()
      .min(0)
      .max(PHOTOS_MAX - 1)
      .optional()
      .meta({ description: 'Which photo is the cover; 0 when absent' }),
    auto_add_music: flag('TikTok adds music to the photos; true when absent'),
  })
  .superRefine(({ privacy_level, brand_content_toggle, brand_organic_toggle, _disclosure_on }, ctx) => {
    const reject = (name: string, message: string) => ctx.addIssue({ code: 'custom', path: [name], message });
    if (brand_content_toggle === true && privacy_level === 'SELF_ONLY')
      reject('brand_content_toggle', 'branded content cannot have the privacy_level SELF_ONLY');
    if (_disclosure_on === true && brand_content_toggle !== true && brand_organic_toggle !== true)
      reject('_disclosure_on', 'needs brand_content_toggle or brand_organic_toggle');
  });

export type Options = z.output<typeof options>;

/** The content's options, checked again. */
export function optionsOf(content: Content): Options {
  return checkedOptions(options, content);
}
