import { defineLimits } from '../../core/limits.ts';
import { CAROUSEL_ITEMS_MAX } from './map.ts';

const MIB = 1024 * 1024;
/** A container that was created and not published. */
const CONTAINER_IDS = { form: /^\d{1,30}$/, example: '17889615691921648' };

/**
 * Instagram's data sheet. A single video is a reel, several items are a carousel.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media
 */
export const limits = defineLimits({
  text: { lengthMax: 2200, counting: 'chars', hashtagsMax: 30, mentionsMax: 20 },
  media: {
    required: true,
    itemsMax: CAROUSEL_ITEMS_MAX,
    imagesMax: CAROUSEL_ITEMS_MAX,
    videosMax: CAROUSEL_ITEMS_MAX,
    mixed: true,
    imageTypes: ['image/jpeg'],
    // Only JPEG is documented. PNG often works, so Instagram decides.
    imageTypesUncertain: ['image/png'],
    videoTypes: ['video/mp4', 'video/quicktime'],
    imageBytesMax: 8 * MIB,
    videoBytesMax: 300 * MIB,
    videoSecondsMin: 3,
    videoSecondsMax: 15 * 60,
    videoFpsMax: 60,
    videoCodecs: ['h264', 'hevc'],
    audioCodecs: ['aac'],
    videoWidthMax: 1920,
    sources: ['media_id', 'url', 'platform_attachment_id'],
    loads: ['image', 'video'],
    attachmentAlone: true,
    attachmentIds: { image: CONTAINER_IDS, video: CONTAINER_IDS },
  },
  carousel: { itemsMin: 2, itemsMax: CAROUSEL_ITEMS_MAX, photosOnly: false },
  altText: { lengthMax: 1000 },
  visibility: ['public'],
  comment: { lengthMax: 300 },
  scheduling: { mode: 'server_side' },
  kinds: {
    option: 'content_type',
    limits: {
      reel: { media: { itemsMax: 1, imagesMax: 0, videosMax: 1 } },
      carousel: { itemsMin: 2 },
      stories: {
        media: { itemsMax: 1, imagesMax: 1, videosMax: 1, videoSecondsMax: 60, videoBytesMax: 100 * MIB },
        altText: { lengthMax: 0 },
        textIgnored: true,
        commentsIgnored: true,
      },
    },
  },
});
