import { z } from 'zod';
import type { Connector } from '../../core/connector.ts';
import { defineOperation } from '../../core/operation.ts';
import { PLATFORMS, PlatformWord } from '../../core/platforms.ts';
import { connectorNamed } from './connector-named.ts';
import { exampleSheet } from './examples.ts';

const [platform] = PLATFORMS;
const noLimit = { description: '0: no limit, or not supported' };

const Constraints = z
  .object({
    text: z.object({
      max_length: z.number().int().meta(noLimit),
      counting_mode: z.enum(['chars', 'utf16', 'bytes']),
      photo_max_length: z.number().int(),
      max_hashtags: z.number().int(),
      max_mentions: z.number().int(),
    }),
    media: z.object({
      supported_image_types: z.array(z.string()),
      supported_video_types: z.array(z.string()),
      max_image_size_bytes: z.number().int(),
      max_video_size_bytes: z.number().int(),
      min_video_duration_sec: z.number().int(),
      max_video_duration_sec: z.number().int(),
      max_video_fps: z.number().int(),
    }),
    carousel: z.object({
      supported: z.boolean(),
      min_items: z.number().int(),
      max_items: z.number().int(),
      allow_video: z.boolean(),
      images_only: z.boolean(),
      photos_only: z.boolean(),
    }),
    scheduling: z.object({ supported: z.boolean(), mode: z.enum(['native', 'server_side', '']) }),
    supports_platform_attachment_id: z.boolean(),
    supports_mixed_media: z.boolean(),
    max_text_length: z.number().int(),
    max_title_length: z.number().int(),
    max_images: z.number().int(),
    max_videos: z.number().int(),
    max_media: z.number().int(),
    supported_media_types: z.array(z.string()),
    supports_scheduling: z.boolean(),
    min_schedule_ahead_minutes: z.number().int(),
  })
  .meta({ id: 'PostConstraints' });

export const getPostConstraints = defineOperation({
  name: 'get_post_constraints',
  summary: 'Get post constraints',
  description:
    'Returns the limits of posts by platform, of all platforms or of one, in the form of older clients. `GET /v1/platforms` has them in full. Every key may call it, and it is free. An unknown platform is 400 `unsupported_platform`.',
  example: { input: { platform }, output: { data: { [platform]: toConstraints({ limits: exampleSheet }) } } },
  tag: 'Posts',
  http: { method: 'get', path: '/v1/posts/validate', status: 200 },
  scope: 'any',
  input: z.strictObject({ platform: PlatformWord.optional() }),
  output: z.object({ data: z.record(z.string(), Constraints) }),

  async run(ctx, { platform }) {
    const connectors =
      platform === undefined ? Object.values(ctx.connectors) : [connectorNamed(ctx.connectors, platform, 'platform')];
    return { data: Object.fromEntries(connectors.map((connector) => [connector.platform, toConstraints(connector)])) };
  },
});

/** The data sheet in the form of existing clients (contract, 8.8). They know three ways to count; /v1/platforms names the exact one. */
function toConstraints({ limits }: Pick<Connector, 'limits'>): z.infer<typeof Constraints> {
  const { text, media, carousel, scheduling, title } = limits;
  const imageTypes = [...media.imageTypes, ...media.imageTypesUncertain];
  const allowVideo = carousel !== undefined && (media.mixed || media.videosMax > 1);
  const isScheduled = scheduling.mode !== '';
  return {
    text: {
      max_length: text.lengthMax,
      counting_mode: text.counting === 'utf16' || text.counting === 'bytes' ? text.counting : 'chars',
      photo_max_length: text.photoLengthMax,
      max_hashtags: text.hashtagsMax,
      max_mentions: text.mentionsMax,
    },
    media: {
      supported_image_types: imageTypes,
      supported_video_types: [...media.videoTypes],
      max_image_size_bytes: media.imageBytesMax,
      max_video_size_bytes: media.videoBytesMax,
      min_video_duration_sec: Math.ceil(media.videoSecondsMin),
      max_video_duration_sec: Math.floor(media.videoSecondsMax),
      max_video_fps: media.videoFpsMax,
    },
    carousel: {
      supported: carousel !== undefined,
      min_items: carousel?.itemsMin ?? 0,
      max_items: carousel?.itemsMax ?? 0,
      allow_video: allowVideo,
      images_only: carousel !== undefined && !allowVideo,
      photos_only: carousel?.photosOnly ?? false,
    },
    scheduling: { supported: isScheduled, mode: scheduling.mode },
    supports_platform_attachment_id: media.sources.includes('platform_attachment_id'),
    supports_mixed_media: media.mixed,
    max_text_length: text.lengthMax,
    max_title_length: title.lengthMax,
    max_images: media.imagesMax,
    max_videos: media.videosMax,
    max_media: media.itemsMax,
    supported_media_types: [...imageTypes, ...media.videoTypes],
    supports_scheduling: isScheduled,
    min_schedule_ahead_minutes: 0,
  };
}
