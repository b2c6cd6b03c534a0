import { defineLimits } from '../../core/limits.ts';
import { TITLE_LENGTH_MAX } from './options.ts';

/** Characters that neither title nor description may have. */
export const REFUSED_CHARACTERS = '<>';

/**
 * The data sheet of videos: https://developers.google.com/youtube/v3/docs/videos and
 * https://support.google.com/youtube/answer/71673. The text is the description.
 */
export const limits = defineLimits({
  text: {
    lengthMax: 5000,
    counting: 'bytes',
    rejectedCharacters: REFUSED_CHARACTERS,
  },
  title: { lengthMax: TITLE_LENGTH_MAX, required: true, option: 'title', rejectedCharacters: REFUSED_CHARACTERS },
  media: {
    required: true,
    itemsMax: 1,
    videosMax: 1,
    videoTypes: [
      'video/mp4',
      'video/quicktime',
      'video/webm',
      'video/x-msvideo',
      'video/x-matroska',
      'video/mpeg',
      'video/x-ms-wmv',
      'video/x-flv',
      'video/3gpp',
    ],
    videoBytesMax: 256 * 1024 ** 3,
    videoSecondsMax: 12 * 3600,
    sources: ['media_id', 'url'],
  },
  visibility: ['public', 'private', 'unlisted'],
  // 10,000 characters, the maximum of a comment here on every platform.
  comment: { lengthMax: 0 },
  scheduling: { mode: 'server_side' },
});
