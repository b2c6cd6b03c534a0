import type { Limits } from '../../core/limits.ts';
import { htmlLength, markdownLength } from './map.ts';

const MIB = 1024 * 1024;
export const PHOTO_BYTES_MAX = 10 * MIB;
export const FILE_BYTES_MAX = 50 * MIB;
export const QUESTION_LENGTH_MAX = 300;

/** Telegram's data sheet for channels: https://core.telegram.org/bots/api#sending-files */
export const limits: Limits = {
  text: {
    lengthMax: 4096,
    counting: 'utf16',
    bytesMax: 0,
    photoLengthMax: 1024,
    hashtagsMax: 0,
    mentionsMax: 0,
  },
  title: { lengthMax: 0, required: false },
  media: {
    required: false,
    itemsMax: 10,
    imagesMin: 0,
    imagesMax: 10,
    videosMax: 10,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    imageTypesUncertain: [],
    videoTypes: ['video/mp4'],
    imageBytesMax: PHOTO_BYTES_MAX,
    gifBytesMax: FILE_BYTES_MAX,
    videoBytesMax: FILE_BYTES_MAX,
    videoSecondsMin: 0,
    videoSecondsMax: 0,
    videoFpsMax: 0,
    sources: ['media_id', 'url'],
    attachmentAlone: false,
  },
  carousel: { itemsMin: 2, itemsMax: 10, photosOnly: true },
  altText: { lengthMax: 0, onVideos: false },
  visibility: ['public'],
  segments: { itemsMax: 0 },
  comment: { lengthMax: 4096 },
  poll: { option: 'poll', textLengthMax: QUESTION_LENGTH_MAX },
  scheduling: { mode: 'server_side' },
  // The length counts after the markup is read.
  kinds: {
    option: 'parse_mode',
    limits: { HTML: { text: { count: htmlLength } }, MarkdownV2: { text: { count: markdownLength } } },
  },
};
