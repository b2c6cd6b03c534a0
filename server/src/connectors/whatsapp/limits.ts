import type { Limits } from '../../core/limits.ts';

/** WhatsApp has no posts; what messages may hold stands with the messages. */
export const limits: Limits = {
  text: { lengthMax: 0, counting: 'chars', bytesMax: 0, photoLengthMax: 0, hashtagsMax: 0, mentionsMax: 0 },
  title: { lengthMax: 0, required: false },
  media: {
    required: false,
    itemsMax: 0,
    imagesMin: 0,
    imagesMax: 0,
    videosMax: 0,
    mixed: false,
    imageTypes: [],
    imageTypesUncertain: [],
    videoTypes: [],
    imageBytesMax: 0,
    gifBytesMax: 0,
    videoBytesMax: 0,
    videoSecondsMin: 0,
    videoSecondsMax: 0,
    videoFpsMax: 0,
    sources: [],
    attachmentAlone: false,
  },
  altText: { lengthMax: 0, onVideos: false },
  visibility: [],
  segments: { itemsMax: 0 },
  comment: { lengthMax: 0 },
  scheduling: { mode: '' },
};
