import type { Limits } from '../../core/limits.ts';

const MIB = 1024 * 1024;
export const IMAGES_MAX = 20;
export const ALT_TEXT_LENGTH_MAX = 4086;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif'];
export const VIDEO_TYPES = ['video/mp4'];

/**
 * What members may publish. LinkedIn bounds images by their pixels (36,152,320), not by bytes.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 */
export const limits: Limits = {
  text: { lengthMax: 3000, counting: 'utf16', bytesMax: 0, photoLengthMax: 0, hashtagsMax: 0, mentionsMax: 0 },
  title: { lengthMax: 400, required: false },
  media: {
    required: false,
    itemsMax: IMAGES_MAX,
    imagesMin: 0,
    imagesMax: IMAGES_MAX,
    videosMax: 1,
    mixed: false,
    imageTypes: IMAGE_TYPES,
    imageTypesUncertain: [],
    videoTypes: VIDEO_TYPES,
    imageBytesMax: 0,
    gifBytesMax: 0,
    videoBytesMax: 500 * MIB,
    videoSecondsMin: 3,
    videoSecondsMax: 1800,
    videoFpsMax: 0,
    sources: ['media_id', 'url', 'platform_attachment_id'],
    attachmentAlone: false,
    attachmentIds: {
      image: { form: /^urn:li:image:[\w-]{1,200}$/, example: 'urn:li:image:C5622AQHdBDflPp0pHQ' },
      video: { form: /^urn:li:video:[\w-]{1,200}$/, example: 'urn:li:video:C5F10AQGKQg_6y2a4sQ' },
    },
  },
  carousel: { itemsMin: 2, itemsMax: IMAGES_MAX, photosOnly: false },
  altText: { lengthMax: ALT_TEXT_LENGTH_MAX, onVideos: false },
  visibility: ['public', 'connections_only', 'logged_in'],
  segments: { itemsMax: 0 },
  comment: { lengthMax: 0 },
  scheduling: { mode: 'server_side' },
};
