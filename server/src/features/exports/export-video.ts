import { z } from 'zod';
import { EXAMPLE_AT } from '../../core/example.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { compact } from '../../lib/compact.ts';
import type { ItemRow } from './export.repository.ts';

const text = z.string().optional();
const count = z.number().int().optional();

/** A video of an export, or a post where the platform has no videos. A number that the platform does not tell is absent. */
export const ExportVideo = z
  .object({
    id: z.string().meta({ description: 'The same as platform_video_id' }),
    platform: PlatformWord,
    platform_video_id: z.string(),
    title: text,
    description: text,
    url: text.meta({ description: 'The same as share_url' }),
    share_url: text,
    cover_image_url: text,
    create_time: text,
    duration_seconds: count,
    width: count,
    height: count,
    view_count: count,
    like_count: count,
    comment_count: count,
    share_count: count,
    metrics: z.record(z.string(), z.number()).meta({ description: 'All numbers that the platform tells' }),
    transcript: text,
    transcript_lang: text,
    transcript_missing: text.meta({ description: 'Why there is no transcript' }),
    vision_summary: text,
    vision_category: text,
    vision_elements: z.array(z.string()).optional().meta({ description: 'Subjects that the video shows' }),
    vision: z
      .object({
        text_on_screen: z.array(z.string()),
        hook: z.string(),
        brand_safety: z.enum(['safe', 'caution', 'unsafe']),
      })
      .optional(),
    vision_missing: text.meta({ description: 'Why the pictures were not analysed' }),
  })
  .meta({
    id: 'ExportVideo',
    example: {
      id: 'example-video',
      title: 'How we bake',
      url: 'https://example.com/p/5',
      share_url: 'https://example.com/p/5',
      create_time: EXAMPLE_AT,
      duration_seconds: 42,
      view_count: 1840,
      like_count: 96,
      comment_count: 7,
      metrics: { views: 1840, likes: 96, comments: 7 },
      transcript: 'From flour to loaf in one night.',
      transcript_lang: 'en',
    },
  });

export function toExportVideo(row: ItemRow, platform: string): z.infer<typeof ExportVideo> {
  const { content, platform_id: id } = row;
  const metrics = row.metrics ?? {};
  return compact({
    id,
    platform,
    platform_video_id: id,
    title: content.title,
    description: content.text,
    url: content.url,
    share_url: content.url,
    cover_image_url: content.coverUrl,
    create_time: content.createdAt,
    duration_seconds: content.durationSeconds,
    width: content.width,
    height: content.height,
    view_count: metrics.views,
    like_count: metrics.likes,
    comment_count: metrics.comments,
    share_count: metrics.shares,
    metrics,
    ...transcriptOf(row),
    ...visionOf(row),
  });
}

function transcriptOf({ transcript }: ItemRow) {
  if (transcript === null) return {};
  if ('missing' in transcript) return { transcript_missing: transcript.missing };
  return { transcript: transcript.text, transcript_lang: transcript.language };
}

function visionOf({ vision }: ItemRow) {
  if (vision === null) return {};
  if ('missing' in vision) return { vision_missing: vision.missing };
  const { summary, category, subjects, textOnScreen, hook, brandSafety } = vision;
  return {
    vision_summary: summary,
    vision_category: category,
    vision_elements: [...subjects],
    vision: { text_on_screen: [...textOnScreen], hook, brand_safety: brandSafety },
  };
}
