import type { Limits } from '../../core/limits.ts';
import { statusLength } from './map.ts';

const MIB = 1024 * 1024;

/** Mastodon's data sheet: an instance as it is installed; servers may allow more. https://docs.joinmastodon.org/entities/Instance/ */
export const limits: Limits = {
  text: {
    lengthMax: 500,
    counting: 'graphemes',
    count: statusLength,
    bytesMax: 0,
    photoLengthMax: 0,
    hashtagsMax: 0,
    mentionsMax: 0,
    // A content warning counts towards the 500.
    countedOptions: ['spoiler_text'],
  },
  title: { lengthMax: 0, required: false },
  media: {
    required: false,
    itemsMax: 4,
    imagesMin: 0,
    imagesMax: 4,
    videosMax: 1,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    // Instances turn these into JPEG since 4.2, if they were built for it.
    imageTypesUncertain: ['image/heic', 'image/heif', 'image/avif'],
    videoTypes: ['video/mp4', 'video/webm', 'video/quicktime'],
    imageBytesMax: 16 * MIB,
    gifBytesMax: 0,
    videoBytesMax: 99 * MIB,
    videoSecondsMin: 0,
    videoSecondsMax: 0,
    videoFpsMax: 120,
    videoPixelsMax: 8_294_400,
    sources: ['media_id', 'url'],
    attachmentAlone: false,
  },
  carousel: { itemsMin: 2, itemsMax: 4, photosOnly: false },
  altText: { lengthMax: 1500, onVideos: true },
  visibility: ['public', 'unlisted', 'private', 'connections_only'],
  segments: { itemsMax: 0 },
  comment: { lengthMax: 500 },
  poll: { option: 'poll', textLengthMax: 0 },
  scheduling: { mode: 'server_side' },
};
