import type { Connector } from '../../core/connector.ts';
import { auth } from './auth.ts';
import { comments } from './comments.ts';
import { weightedLength } from './length.ts';
import { IMAGE_BYTES_MAX } from './media.ts';
import { options } from './options.ts';
import { polling } from './polling.ts';
import { publishing } from './publish.ts';

/** X, by its API v2. Limits: https://docs.x.com/x-api/media/quickstart/best-practices and the twitter-text configuration. */
export const twitter: Connector = {
  platform: 'twitter',
  displayName: 'X',
  limits: {
    text: {
      lengthMax: 280,
      counting: 'twitter',
      count: weightedLength,
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
      videoTypes: ['video/mp4', 'video/quicktime'],
      imageBytesMax: IMAGE_BYTES_MAX,
      videoBytesMax: 512 * 1024 * 1024,
    },
    comment: { lengthMax: 280 },
  },
  options,
  auth,
  publishing,
  comments,
  polling,
};
