import type { Limits, MediaLimits } from '../../core/limits.ts';

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
export const limits: Limits = {
  text: { lengthMax: 63_206, counting: 'chars', bytesMax: 0, photoLengthMax: 0, hashtagsMax: 0, mentionsMax: 0 },
  title: { lengthMax: 255, required: false },
  media: {
    required: false,
    itemsMax: ALBUM_ITEMS_MAX,
    imagesMin: 0,
    imagesMax: ALBUM_ITEMS_MAX,
    videosMax: 1,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'],
    imageTypesUncertain: [],
    videoTypes: ['video/mp4', 'video/quicktime', 'video/x-msvideo', 'video/x-matroska', 'video/webm'],
    imageBytesMax: 10 * MIB,
    gifBytesMax: 0,
    videoBytesMax: 1024 * MIB,
    videoSecondsMin: 0,
    videoSecondsMax: 4 * 3600,
    videoFpsMax: 0,
    sources: ['media_id', 'url'],
    loads: ['image', 'video'],
    attachmentAlone: false,
  },
  carousel: { itemsMin: 2, itemsMax: ALBUM_ITEMS_MAX, photosOnly: false },
  altText: { lengthMax: ALT_TEXT_LENGTH_MAX, onVideos: false },
  visibility: ['public'],
  segments: { itemsMax: 0 },
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
};
