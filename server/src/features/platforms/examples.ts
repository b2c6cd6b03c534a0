import type { z } from 'zod';
import { defineLimits } from '../../core/limits.ts';
import { PLATFORMS } from '../../core/platforms.ts';
import { toLimits } from './limits.ts';
import { ABILITY_NAMES, type PlatformItem } from './platform.ts';

const [platform] = PLATFORMS;
const MIB = 1024 * 1024;

/** An invented data sheet, much like that of a platform for pictures. */
export const exampleSheet = defineLimits({
  text: { lengthMax: 2200, counting: 'chars', hashtagsMax: 30, mentionsMax: 20 },
  media: {
    required: true,
    itemsMax: 10,
    imagesMax: 10,
    videosMax: 10,
    mixed: true,
    imageTypes: ['image/jpeg'],
    videoTypes: ['video/mp4'],
    imageBytesMax: 8 * MIB,
    videoBytesMax: 300 * MIB,
    videoSecondsMin: 3,
    videoSecondsMax: 900,
    videoFpsMax: 60,
    sources: ['media_id', 'url'],
  },
  carousel: { itemsMin: 2, itemsMax: 10, photosOnly: false },
  altText: { lengthMax: 1000 },
  visibility: ['public'],
  comment: { lengthMax: 300 },
  scheduling: { mode: 'server_side' },
});

const CAN: readonly string[] = ['publish', 'schedule', 'first_comment', 'metrics', 'comments', 'replies', 'reply'];

export const examplePlatform: z.infer<typeof PlatformItem> = {
  platform,
  display_name: platform.replace(/^./, (letter) => letter.toUpperCase()),
  version: { name: 'v1' },
  connect: { kind: 'oauth', own_app: false },
  capabilities: Object.fromEntries(ABILITY_NAMES.map((name) => [name, CAN.includes(name)])) as Record<
    (typeof ABILITY_NAMES)[number],
    boolean
  >,
  inbound: ['push', 'poll'],
  recovery_class: 'B',
  events: ['comment.received'],
  limits: toLimits(exampleSheet),
};
