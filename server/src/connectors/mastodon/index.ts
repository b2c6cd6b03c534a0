import type { Connector } from '../../core/connector.ts';
import { auth } from './auth.ts';
import { comments } from './comments.ts';
import { statusLength } from './map.ts';
import { options } from './options.ts';
import { polling } from './polling.ts';
import { publishing } from './publish.ts';

/** Mastodon's client API. Limits are those of an instance as it is installed; servers may allow more. */
export const mastodon: Connector = {
  platform: 'mastodon',
  displayName: 'Mastodon',
  limits: {
    text: {
      lengthMax: 500,
      counting: 'graphemes',
      count: statusLength,
      requiredWithoutMedia: true,
      hashtagsMax: 0,
      mentionsMax: 0,
    },
    media: {
      required: false,
      imagesMax: 4,
      videosMax: 1,
      itemsMax: 4,
      mixed: false,
      imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      videoTypes: ['video/mp4', 'video/webm', 'video/quicktime'],
      imageBytesMax: 16 * 1024 * 1024,
      videoBytesMax: 99 * 1024 * 1024,
    },
    comment: { lengthMax: 500 },
  },
  options,
  auth,
  publishing,
  comments,
  polling,
};
