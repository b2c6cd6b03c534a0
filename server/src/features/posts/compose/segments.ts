import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { ApiError } from '../../../core/errors.ts';
import type { StoredMedia, StoredSegment } from '../../../db/column-types.ts';
import { checkMedia, contentFields, mediaOf } from './resolve-content.ts';

const { text, media, media_ids } = contentFields;

/** The segments of a thread as a request sends them. A text alone is a segment without media. */
export const SegmentsInput = z
  .array(
    z.union([z.string().min(1).max(100_000), z.strictObject({ text, media, media_ids }).meta({ id: 'SegmentInput' })], {
      error: 'must be a text, or an object with text and media',
    }),
  )
  .max(25)
  .meta({ description: 'Further parts of a thread, on platforms that have threads; a text alone is a part too' });
type SegmentInput = z.output<typeof SegmentsInput>[number];

/** Segments with one list of media each. A text alone stays a text, so that issues name the right field. */
export function segmentsAsSent(segments: readonly SegmentInput[] = []): (string | StoredSegment)[] {
  return segments.map((segment) =>
    typeof segment === 'string' ? segment : { text: segment.text ?? '', media: mediaOf(segment) ?? [] },
  );
}

/** The segments as they are stored. */
export function storedSegments(segments: readonly SegmentInput[] = []): StoredSegment[] {
  return segmentsAsSent(segments).map((said) => (typeof said === 'string' ? { text: said, media: [] } : said));
}

/** The media of all segments. */
export function segmentMedia(segments: readonly StoredSegment[] | null): StoredMedia[] {
  return (segments ?? []).flatMap((segment) => segment.media);
}

/** 400 for segments without content and for media that cannot be used. */
export async function checkSegments(
  ctx: Context,
  sent: readonly SegmentInput[] | undefined,
  segments: readonly StoredSegment[],
): Promise<void> {
  for (const [index, { text, media }] of segments.entries()) {
    const part = sent?.[index];
    const inside = (name: string) => (typeof part === 'string' ? `segments.${index}` : `segments.${index}.${name}`);
    if (text.trim() === '' && media.length === 0)
      throw new ApiError(
        'missing_metadata',
        'A part of a thread needs text or media.',
        { field: inside('text') },
        'validation.field_required',
      );
    const isOlderForm = typeof part === 'object' && part.media === undefined;
    await checkMedia(ctx, media, inside(isOlderForm ? 'media_ids' : 'media'));
  }
}
