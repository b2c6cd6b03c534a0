import { z } from 'zod';
import type { Connector } from '../../core/connector.ts';
import { defineLimits, type Limits, type LimitsSheet, type MediaLimits } from '../../core/limits.ts';
import type { Platform } from '../../core/platforms.ts';

const ONE_IMAGE: Partial<MediaLimits> = { itemsMax: 1, imagesMax: 1, sources: ['media_id', 'url'] };

interface Differences extends Partial<Omit<LimitsSheet, 'text'>> {
  readonly text?: Partial<Limits['text']>;
}

function sheet({ text, media, ...rest }: Differences): Limits {
  return defineLimits({
    visibility: ['public'],
    comment: { lengthMax: 0 },
    scheduling: { mode: 'server_side' },
    ...rest,
    text: { lengthMax: 0, counting: 'chars', ...text },
    media: { ...ONE_IMAGE, ...media },
  });
}

const VIDEOS = ['video/mp4', 'video/quicktime', 'video/x-msvideo', 'video/x-matroska', 'video/webm'];
const story = { itemsMax: 1, videoSecondsMin: 3, videoSecondsMax: 90 };
const attachments = ['media_id', 'url', 'platform_attachment_id'] as const;

/** Limits of platforms that have no connector yet. They prove that the data sheet can express them. */
const SHEETS: Partial<Record<Platform, Limits>> = {
  facebook: sheet({
    text: { lengthMax: 63_206 },
    title: { lengthMax: 255, required: false },
    media: { itemsMax: 10, imagesMax: 10, videosMax: 1, videoTypes: VIDEOS, imageBytesMax: 10_485_760 },
    carousel: { itemsMin: 2, itemsMax: 10, photosOnly: true },
    kinds: {
      option: 'content_type',
      limits: {
        reel: { media: { ...story, imagesMax: 0, required: true, videoFpsMax: 60 } },
        stories: { media: { ...story, imagesMax: 1, required: true }, textIgnored: true, commentsIgnored: true },
      },
    },
  }),
  threads: sheet({
    text: { lengthMax: 500 },
    media: {
      itemsMax: 20,
      imagesMax: 20,
      videosMax: 20,
      mixed: true,
      imageTypes: ['image/jpeg', 'image/png'],
      videoTypes: VIDEOS,
      videoSecondsMax: 300,
      sources: attachments,
      attachmentAlone: true,
    },
    carousel: { itemsMin: 2, itemsMax: 20, photosOnly: false },
    segments: { itemsMax: 10 },
    altText: { lengthMax: 1000, onVideos: false },
  }),
  tiktok: sheet({
    text: { lengthMax: 2200, counting: 'utf16', photoLengthMax: 4000 },
    media: {
      required: true,
      itemsMax: 35,
      imagesMin: 2,
      imagesMax: 35,
      videosMax: 1,
      imageTypes: ['image/jpeg', 'image/webp'],
      videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    },
    carousel: { itemsMin: 2, itemsMax: 35, photosOnly: true },
  }),
  youtube: sheet({
    text: { lengthMax: 5000, counting: 'bytes' },
    title: { lengthMax: 100, required: true },
    media: { required: true, imagesMax: 0, videosMax: 1, videoBytesMax: 256 * 1024 ** 3 },
    visibility: ['public', 'private', 'unlisted'],
    scheduling: { mode: 'native' },
  }),
  linkedin: sheet({
    text: { lengthMax: 3000 },
    media: { itemsMax: 20, imagesMax: 20, videosMax: 1, videoTypes: ['video/mp4'], sources: attachments },
    carousel: { itemsMin: 2, itemsMax: 20, photosOnly: false },
    visibility: ['public', 'connections_only', 'logged_in'],
  }),
  google: sheet({ text: { lengthMax: 1500 }, media: { imageTypes: ['image/jpeg', 'image/png'] } }),
  pinterest: sheet({
    text: { lengthMax: 800 },
    title: { lengthMax: 100, required: false },
    media: { required: true },
    altText: { lengthMax: 500, onVideos: false },
  }),
  bluesky: sheet({
    text: { lengthMax: 300, counting: 'graphemes', bytesMax: 3000 },
    media: { itemsMax: 4, imagesMax: 4, videosMax: 1, videoTypes: ['video/mp4'], imageBytesMax: 2_000_000 },
    carousel: { itemsMin: 2, itemsMax: 4, photosOnly: false },
  }),
  telegram: sheet({
    text: { lengthMax: 4096, counting: 'utf16', photoLengthMax: 1024 },
    media: { itemsMax: 10, imagesMax: 10, videosMax: 10, mixed: true },
    carousel: { itemsMin: 3, itemsMax: 8, photosOnly: false },
    scheduling: { mode: '' },
  }),
};

/** Connectors with nothing but a data sheet, for tests of the rules. They have threads and no comments. */
export const sheetConnectors: readonly Connector[] = Object.entries(SHEETS).map(([platform, limits]) => ({
  platform: platform as Platform,
  displayName: platform,
  version: { name: '1' },
  connecting: { kind: 'oauth' },
  limits,
  options: z.looseObject({}),
  auth: { hosts: {}, profile: () => Promise.reject(new Error('This platform is a sheet only.')) },
  ...(limits.segments.itemsMax > 0
    ? { thread: { class: 'D', send: () => Promise.reject(new Error('This platform is a sheet only.')) } as const }
    : {}),
}));
