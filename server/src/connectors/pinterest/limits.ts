import { defineLimits } from '../../core/limits.ts';

const MIB = 1024 * 1024;
export const TITLE_LENGTH_MAX = 100;
export const DESCRIPTION_LENGTH_MAX = 800;
export const ALT_TEXT_LENGTH_MAX = 500;
export const CAROUSEL_ITEMS_MAX = 5;

/** The data sheet of pins: https://developers.pinterest.com/docs/api/v5/pins-create */
export const limits = defineLimits({
  text: {
    lengthMax: DESCRIPTION_LENGTH_MAX,
    counting: 'chars',
  },
  title: { lengthMax: TITLE_LENGTH_MAX },
  media: {
    required: true,
    itemsMax: CAROUSEL_ITEMS_MAX,
    imagesMax: CAROUSEL_ITEMS_MAX,
    videosMax: 1,
    imageTypes: ['image/jpeg', 'image/png'],
    imageTypesUncertain: ['image/gif', 'image/webp'],
    videoTypes: ['video/mp4', 'video/quicktime', 'video/x-m4v'],
    imageBytesMax: 20 * MIB,
    videoBytesMax: 2048 * MIB,
    videoSecondsMin: 4,
    videoSecondsMax: 15 * 60,
    sources: ['media_id', 'url'],
    loads: ['image'],
  },
  carousel: { itemsMin: 2, itemsMax: CAROUSEL_ITEMS_MAX, photosOnly: false },
  altText: { lengthMax: ALT_TEXT_LENGTH_MAX, onVideos: true },
  visibility: ['public'],
  comment: { lengthMax: 0 },
  scheduling: { mode: 'server_side' },
});
