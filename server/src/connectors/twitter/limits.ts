import { defineLimits } from '../../core/limits.ts';
import { weightedLength } from './length.ts';
import { GIF_BYTES_MAX, IMAGE_BYTES_MAX } from './media.ts';

/** The id that an upload to X returned. It is valid for a day. */
const MEDIA_IDS = { form: /^\d{1,20}$/, example: '1880028106020515840' };

/**
 * X's data sheet, for accounts without Premium. https://docs.x.com/x-api/media/quickstart/best-practices and the
 * configuration of twitter-text.
 */
export const limits = defineLimits({
  text: {
    lengthMax: 280,
    counting: 'twitter',
    count: weightedLength,
  },
  media: {
    itemsMax: 4,
    imagesMax: 4,
    videosMax: 1,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    videoTypes: ['video/mp4', 'video/quicktime'],
    imageBytesMax: IMAGE_BYTES_MAX,
    gifBytesMax: GIF_BYTES_MAX,
    videoBytesMax: 512 * 1024 * 1024,
    videoSecondsMin: 0.5,
    videoSecondsMax: 140,
    videoFpsMax: 60,
    videoCodecs: ['h264'],
    audioCodecs: ['aac'],
    // 1280 × 1024, in either orientation.
    videoWidthMax: 1280,
    videoHeightMax: 1280,
    videoPixelsMax: 1280 * 1024,
    sources: ['media_id', 'url', 'platform_attachment_id'],
    attachmentIds: { image: MEDIA_IDS, video: MEDIA_IDS },
  },
  carousel: { itemsMin: 2, itemsMax: 4, photosOnly: false },
  altText: { lengthMax: 1000 },
  visibility: ['public'],
  comment: { lengthMax: 280 },
  poll: { option: 'poll', textLengthMax: 0 },
  scheduling: { mode: 'server_side' },
});
