import type { Connector } from '../../core/connector.ts';
import { auth } from './auth.ts';
import { comments } from './comments.ts';
import { CAROUSEL_ITEMS_MAX } from './map.ts';
import { options } from './options.ts';
import { publishing } from './publish.ts';
import { inbound } from './webhook.ts';

/** Instagram for professional accounts, over Instagram Login. */
export const instagram: Connector = {
  platform: 'instagram',
  displayName: 'Instagram',
  limits: {
    text: { lengthMax: 2200, counting: 'chars', requiredWithoutMedia: false, hashtagsMax: 30, mentionsMax: 20 },
    media: {
      required: true,
      imagesMax: CAROUSEL_ITEMS_MAX,
      videosMax: CAROUSEL_ITEMS_MAX,
      itemsMax: CAROUSEL_ITEMS_MAX,
      mixed: true,
      // Only JPEG is promised. PNG is often taken, so Instagram decides.
      imageTypes: ['image/jpeg', 'image/png'],
      videoTypes: ['video/mp4', 'video/quicktime'],
      imageBytesMax: 8 * 1024 * 1024,
      videoBytesMax: 300 * 1024 * 1024,
    },
    comment: { lengthMax: 300 },
  },
  options,
  auth,
  publishing,
  comments,
  inbound,
};
