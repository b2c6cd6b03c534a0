import { defineLimits } from '../../core/limits.ts';
import { htmlLength, markdownLength } from './map.ts';

const MIB = 1024 * 1024;
export const PHOTO_BYTES_MAX = 10 * MIB;
export const FILE_BYTES_MAX = 50 * MIB;
export const QUESTION_LENGTH_MAX = 300;

/** Telegram's data sheet for channels: https://core.telegram.org/bots/api#sending-files */
export const limits = defineLimits({
  text: {
    lengthMax: 4096,
    counting: 'utf16',
    photoLengthMax: 1024,
  },
  media: {
    itemsMax: 10,
    imagesMax: 10,
    videosMax: 10,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    videoTypes: ['video/mp4'],
    imageBytesMax: PHOTO_BYTES_MAX,
    gifBytesMax: FILE_BYTES_MAX,
    videoBytesMax: FILE_BYTES_MAX,
    sources: ['media_id', 'url'],
  },
  carousel: { itemsMin: 2, itemsMax: 10, photosOnly: true },
  visibility: ['public'],
  comment: { lengthMax: 4096 },
  poll: { option: 'poll', textLengthMax: QUESTION_LENGTH_MAX },
  scheduling: { mode: 'server_side' },
  // The length counts after the markup is parsed.
  kinds: {
    option: 'parse_mode',
    limits: { HTML: { text: { count: htmlLength } }, MarkdownV2: { text: { count: markdownLength } } },
  },
});
