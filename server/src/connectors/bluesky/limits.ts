import type { Limits } from '../../core/limits.ts';

export const IMAGE_BYTES_MAX = 2_000_000;
export const THUMBNAIL_BYTES_MAX = 1_000_000;
export const VIDEO_BYTES_MAX = 100_000_000;
/** What Bluesky's own app allows; the protocol has no limit. */
export const ALT_TEXT_LENGTH_MAX = 2000;

/** Bluesky's data sheet: the lexicons of https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky */
export const limits: Limits = {
  text: {
    lengthMax: 300,
    counting: 'graphemes',
    bytesMax: 3000,
    photoLengthMax: 0,
    hashtagsMax: 0,
    mentionsMax: 0,
  },
  title: { lengthMax: 0, required: false },
  media: {
    required: false,
    itemsMax: 4,
    imagesMin: 0,
    imagesMax: 4,
    videosMax: 1,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    // Any image is stored; not every app shows these.
    imageTypesUncertain: ['image/heic', 'image/heif', 'image/avif'],
    videoTypes: ['video/mp4'],
    imageBytesMax: IMAGE_BYTES_MAX,
    gifBytesMax: 0,
    videoBytesMax: VIDEO_BYTES_MAX,
    videoSecondsMin: 0,
    videoSecondsMax: 180,
    videoFpsMax: 0,
    sources: ['media_id', 'url'],
    attachmentAlone: false,
  },
  carousel: { itemsMin: 2, itemsMax: 4, photosOnly: false },
  altText: { lengthMax: ALT_TEXT_LENGTH_MAX, onVideos: true },
  visibility: ['public'],
  segments: { itemsMax: 0 },
  comment: { lengthMax: 300 },
  scheduling: { mode: 'server_side' },
};
