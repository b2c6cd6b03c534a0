import { defineLimits, type MediaLimits } from '../../core/limits.ts';

const MIB = 1024 * 1024;
export const ALBUM_ITEMS_MAX = 10;
export const ALT_TEXT_LENGTH_MAX = 1000;

/** Reels and stories are one vertical video of at most 90 seconds. */
const SHORT_VIDEO: Partial<MediaLimits> = {
  required: true,
  itemsMax: 1,
  videoSecondsMin: 3,
  videoSecondsMax: 90,
  videoFpsMax: 60,
};

/**
 * The data sheet of Facebook Pages. https://developers.facebook.com/docs/graph-api/reference/page/photos and
 * https://developers.facebook.com/docs/video-api/guides/reels-publishing
 */
export const limits = defineLimits({
  text: { lengthMax: 63_206, counting: 'chars' },
  title: { lengthMax: 255 },
  media: {
    itemsMax: ALBUM_ITEMS_MAX,
    imagesMax: ALBUM_ITEMS_MAX,
    videosMax: 1,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'],
    videoTypes: ['video/mp4', 'video/quicktime', 'video/x-msvideo', 'video/x-matroska', 'video/webm'],
    imageBytesMax: 10 * MIB,
    videoBytesMax: 1024 * MIB,
    videoSecondsMax: 4 * 3600,
    sources: ['media_id', 'url'],
    loads: ['image', 'video'],
  },
  carousel: { itemsMin: 2, itemsMax: ALBUM_ITEMS_MAX, photosOnly: false },
  altText: { lengthMax: ALT_TEXT_LENGTH_MAX },
  visibility: ['public'],
  comment: { lengthMax: 8000 },
  scheduling: { mode: 'server_side' },
  kinds: {
    option: 'content_type',
    limits: {
      reel: {
        media: {
          ...SHORT_VIDEO,
          imagesMax: 0,
          videoCodecs: ['h264', 'hevc', 'vp9', 'av1'],
          audioCodecs: ['aac'],
        },
      },
      stories: {
        media: { ...SHORT_VIDEO, imagesMax: 1 },
        altText: { lengthMax: 0 },
        textIgnored: true,
        commentsIgnored: true,
      },
    },
  },
});
