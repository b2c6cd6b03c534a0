import type { Limits } from '../../core/limits.ts';

/**
 * The data sheet of local posts: https://support.google.com/business/answer/7342169. Videos are in the API's words
 * but are mostly refused, and of several photos one is shown, so that a post has one photo.
 */
export const limits: Limits = {
  text: { lengthMax: 1500, counting: 'chars', bytesMax: 0, photoLengthMax: 0, hashtagsMax: 0, mentionsMax: 0 },
  title: { lengthMax: 0, required: false },
  media: {
    required: false,
    itemsMax: 1,
    imagesMin: 0,
    imagesMax: 1,
    videosMax: 0,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/png'],
    imageTypesUncertain: [],
    videoTypes: [],
    imageBytesMax: 5 * 1024 * 1024,
    gifBytesMax: 0,
    videoBytesMax: 0,
    videoSecondsMin: 0,
    videoSecondsMax: 0,
    videoFpsMax: 0,
    sources: ['media_id', 'url'],
    loads: ['image'],
    attachmentAlone: false,
  },
  altText: { lengthMax: 0, onVideos: false },
  visibility: ['public'],
  segments: { itemsMax: 0 },
  comment: { lengthMax: 0 },
  scheduling: { mode: 'server_side' },
};
