import { defineLimits } from '../../core/limits.ts';
import { statusLength } from './map.ts';

const MIB = 1024 * 1024;

/**
 * Mastodon's data sheet: the defaults of an instance; servers may allow more.
 * https://docs.joinmastodon.org/entities/Instance/
 */
export const limits = defineLimits({
  text: {
    lengthMax: 500,
    counting: 'graphemes',
    count: statusLength,
    // A content warning counts towards the 500.
    countedOptions: ['spoiler_text'],
  },
  media: {
    itemsMax: 4,
    imagesMax: 4,
    videosMax: 1,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    // Since 4.2 instances turn these into JPEG, if they were built for it.
    imageTypesUncertain: ['image/heic', 'image/heif', 'image/avif'],
    videoTypes: ['video/mp4', 'video/webm', 'video/quicktime'],
    imageBytesMax: 16 * MIB,
    videoBytesMax: 99 * MIB,
    videoFpsMax: 120,
    videoPixelsMax: 8_294_400,
    sources: ['media_id', 'url'],
  },
  carousel: { itemsMin: 2, itemsMax: 4, photosOnly: false },
  altText: { lengthMax: 1500, onVideos: true },
  visibility: ['public', 'unlisted', 'private', 'connections_only'],
  comment: { lengthMax: 500 },
  poll: { option: 'poll', textLengthMax: 0 },
  scheduling: { mode: 'server_side' },
});
