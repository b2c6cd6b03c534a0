import { defineLimits } from '../../core/limits.ts';
import { threadsLength } from './length.ts';
import { CAROUSEL_ITEMS_MAX } from './map.ts';

const MIB = 1024 * 1024;
/** A container that was created and not published. */
const CONTAINER_IDS = { form: /^\d{1,30}$/, example: '17889615691921648' };
const TEXT_LENGTH_MAX = 500;

/** The data sheet of Threads. https://developers.facebook.com/docs/threads/overview */
export const limits = defineLimits({
  text: {
    lengthMax: TEXT_LENGTH_MAX,
    counting: 'chars',
    count: threadsLength,
  },
  media: {
    itemsMax: CAROUSEL_ITEMS_MAX,
    imagesMax: CAROUSEL_ITEMS_MAX,
    videosMax: CAROUSEL_ITEMS_MAX,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png'],
    videoTypes: ['video/mp4', 'video/quicktime'],
    imageBytesMax: 8 * MIB,
    videoBytesMax: 1024 * MIB,
    videoSecondsMax: 300,
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
  altText: { lengthMax: 1000, onVideos: true },
  visibility: ['public'],
  comment: { lengthMax: TEXT_LENGTH_MAX },
  poll: { option: 'poll_attachment', textLengthMax: 0 },
  scheduling: { mode: 'server_side' },
});
