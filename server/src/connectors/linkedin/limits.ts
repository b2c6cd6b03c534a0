import { defineLimits } from '../../core/limits.ts';

const MIB = 1024 * 1024;
export const IMAGES_MAX = 20;
export const ALT_TEXT_LENGTH_MAX = 4086;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif'];
export const VIDEO_TYPES = ['video/mp4'];

/**
 * The data sheet of members. LinkedIn limits images by their pixels (36,152,320), not by bytes.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 */
export const limits = defineLimits({
  text: { lengthMax: 3000, counting: 'utf16' },
  title: { lengthMax: 400 },
  media: {
    itemsMax: IMAGES_MAX,
    imagesMax: IMAGES_MAX,
    videosMax: 1,
    imageTypes: IMAGE_TYPES,
    videoTypes: VIDEO_TYPES,
    videoBytesMax: 500 * MIB,
    videoSecondsMin: 3,
    videoSecondsMax: 1800,
    sources: ['media_id', 'url', 'platform_attachment_id'],
    attachmentIds: {
      image: { form: /^urn:li:image:[\w-]{1,200}$/, example: 'urn:li:image:C5622AQHdBDflPp0pHQ' },
      video: { form: /^urn:li:video:[\w-]{1,200}$/, example: 'urn:li:video:C5F10AQGKQg_6y2a4sQ' },
    },
  },
  carousel: { itemsMin: 2, itemsMax: IMAGES_MAX, photosOnly: false },
  altText: { lengthMax: ALT_TEXT_LENGTH_MAX },
  visibility: ['public', 'connections_only', 'logged_in'],
  comment: { lengthMax: 0 },
  scheduling: { mode: 'server_side' },
});
