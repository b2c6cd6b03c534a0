import type { Limits } from '../../core/limits.ts';
import { TITLE_LENGTH_MAX } from './options.ts';

/** What stands in neither title nor description. */
export const REFUSED_CHARACTERS = '<>';

/**
 * The data sheet of videos: https://developers.google.com/youtube/v3/docs/videos and
 * https://support.google.com/youtube/answer/71673. The text is the description.
 */
export const limits: Limits = {
  text: {
    lengthMax: 5000,
    counting: 'bytes',
    bytesMax: 0,
    photoLengthMax: 0,
    hashtagsMax: 0,
    mentionsMax: 0,
    refusedCharacters: REFUSED_CHARACTERS,
  },
  title: { lengthMax: TITLE_LENGTH_MAX, required: true, option: 'title', refusedCharacters: REFUSED_CHARACTERS },
  media: {
    required: true,
    itemsMax: 1,
    imagesMin: 0,
    imagesMax: 0,
    videosMax: 1,
    mixed: false,
    imageTypes: [],
    imageTypesUncertain: [],
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
    imageBytesMax: 0,
    gifBytesMax: 0,
    videoBytesMax: 256 * 1024 ** 3,
    videoSecondsMin: 0,
    videoSecondsMax: 12 * 3600,
    videoFpsMax: 0,
    sources: ['media_id', 'url'],
    attachmentAlone: false,
  },
  altText: { lengthMax: 0, onVideos: false },
  visibility: ['public', 'private', 'unlisted'],
  segments: { itemsMax: 0 },
  // 10,000 characters, which is as much as a comment may have here on every platform.
  comment: { lengthMax: 0 },
  scheduling: { mode: 'server_side' },
};
