import { defineLimits } from '../../core/limits.ts';

export const IMAGE_BYTES_MAX = 2_000_000;
export const THUMBNAIL_BYTES_MAX = 1_000_000;
export const VIDEO_BYTES_MAX = 100_000_000;
/** The limit of Bluesky's own app; the protocol has none. */
export const ALT_TEXT_LENGTH_MAX = 2000;

/** Bluesky's data sheet: the lexicons of https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky */
export const limits = defineLimits({
  text: {
    lengthMax: 300,
    counting: 'graphemes',
    bytesMax: 3000,
  },
  media: {
    itemsMax: 4,
    imagesMax: 4,
    videosMax: 1,
    imageTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    // Servers store any image, but not every app shows these types.
    imageTypesUncertain: ['image/heic', 'image/heif', 'image/avif'],
    videoTypes: ['video/mp4'],
    imageBytesMax: IMAGE_BYTES_MAX,
    videoBytesMax: VIDEO_BYTES_MAX,
    videoSecondsMax: 180,
    sources: ['media_id', 'url'],
  },
  carousel: { itemsMin: 2, itemsMax: 4, photosOnly: false },
  altText: { lengthMax: ALT_TEXT_LENGTH_MAX, onVideos: true },
  visibility: ['public'],
  comment: { lengthMax: 300 },
  scheduling: { mode: 'server_side' },
});
