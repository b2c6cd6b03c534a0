import { defineLimits } from '../../core/limits.ts';

/**
 * The data sheet of local posts: https://support.google.com/business/answer/7342169. The API has videos, but mostly
 * rejects them. Google shows only one of several photos, so a post has one photo.
 */
export const limits = defineLimits({
  text: { lengthMax: 1500, counting: 'chars' },
  media: {
    itemsMax: 1,
    imagesMax: 1,
    imageTypes: ['image/jpeg', 'image/png'],
    imageBytesMax: 5 * 1024 * 1024,
    sources: ['media_id', 'url'],
    loads: ['image'],
  },
  visibility: ['public'],
  comment: { lengthMax: 0 },
  scheduling: { mode: 'server_side' },
});
