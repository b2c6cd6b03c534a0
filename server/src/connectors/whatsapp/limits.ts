import { type Limits, NO_MEDIA } from '../../core/limits.ts';

/** WhatsApp has no posts; what messages may hold stands with the messages. */
export const limits: Limits = {
  text: { lengthMax: 0, counting: 'chars', bytesMax: 0, photoLengthMax: 0, hashtagsMax: 0, mentionsMax: 0 },
  title: { lengthMax: 0, required: false },
  media: NO_MEDIA,
  altText: { lengthMax: 0, onVideos: false },
  visibility: [],
  segments: { itemsMax: 0 },
  comment: { lengthMax: 0 },
  scheduling: { mode: '' },
};
