import type { Limits } from '../../core/limits.ts';
import { weightedLength } from './length.ts';
import { GIF_BYTES_MAX, IMAGE_BYTES_MAX } from './media.ts';

/** What an upload to X gave, good for a day. */
const MEDIA_IDS = { form: /^\d{1,20}$/, example: '1880028106020515840' };

/**
 * X's data sheet, for accounts without Premium. https://docs.x.com/x-api/media/quickstart/best-practices and the
 * configuration of twitter-text.
 */
export const limits: Limits = {
  text: {
    lengthMax: 280,
    counting: 'twitter',
    count: weightedLength,
    bytesMax: 0,
    photoLengthMax: 0,
    hashtagsMax: 0,
    mentionsMax: 0,
  },
  title: { lengthMax: 0, required: false },
  media: {
    required: false,
    itemsMax: 4,
    imagesMin: 0,
    imagesMax: 4,
    videosMax: 1,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    imageTypesUncertain: [],
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
    attachmentAlone: false,
    attachmentIds: { image: MEDIA_IDS, video: MEDIA_IDS },
  },
  carousel: { itemsMin: 2, itemsMax: 4, photosOnly: false },
  altText: { lengthMax: 1000, onVideos: false },
  visibility: ['public'],
  segments: { itemsMax: 0 },
  comment: { lengthMax: 280 },
  poll: { option: 'poll', textLengthMax: 0 },
  scheduling: { mode: 'server_side' },
};
