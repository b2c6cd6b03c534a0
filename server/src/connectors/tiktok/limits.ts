import { defineLimits } from '../../core/limits.ts';

const MIB = 1024 * 1024;
const VIDEO_TEXT_LENGTH_MAX = 2200;
const PHOTO_TEXT_LENGTH_MAX = 4000;
export const PHOTO_TITLE_LENGTH_MAX = 90;
export const PHOTOS_MIN = 2;
export const PHOTOS_MAX = 35;

/** The data sheet of TikTok: https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide */
export const limits = defineLimits({
  text: {
    lengthMax: VIDEO_TEXT_LENGTH_MAX,
    counting: 'utf16',
    photoLengthMax: PHOTO_TEXT_LENGTH_MAX,
  },
  media: {
    required: true,
    itemsMax: PHOTOS_MAX,
    imagesMin: PHOTOS_MIN,
    imagesMax: PHOTOS_MAX,
    videosMax: 1,
    imageTypes: ['image/jpeg', 'image/webp'],
    videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    imageBytesMax: 20 * MIB,
    videoBytesMax: 4096 * MIB,
    videoSecondsMax: 600,
    videoFpsMax: 60,
    videoCodecs: ['h264', 'hevc', 'vp8', 'vp9'],
    videoWidthMax: 4096,
    videoHeightMax: 4096,
    sources: ['media_id', 'url'],
    loads: ['image'],
  },
  carousel: { itemsMin: PHOTOS_MIN, itemsMax: PHOTOS_MAX, photosOnly: true },
  visibility: ['public'],
  comment: { lengthMax: 0 },
  scheduling: { mode: 'server_side' },
  kinds: {
    option: 'media_type',
    limits: {
      video: { media: { itemsMax: 1, imagesMin: 0, imagesMax: 0 } },
      photo: { media: { videosMax: 0 } },
    },
  },
});
