import type { MediaFacts } from '../../../core/world/world.ts';
import type { MediaKind } from '../store.ts';

const imagePixelsMax = 36_152_320;
const videoSeconds = { min: 3, max: 30 * 60 };
export const videoBytesMax = 500 * 1024 * 1024;

/** Why LinkedIn's processing of these bytes fails; null when it does not. */
export function failureOf(kind: MediaKind, facts: MediaFacts): string | null {
  switch (kind) {
    case 'image':
      if (!['image/jpeg', 'image/png', 'image/gif'].includes(facts.contentType ?? ''))
        return 'Unsupported image format';
      return (facts.width ?? 0) * (facts.height ?? 0) < imagePixelsMax ? null : 'Image has too many pixels';
    case 'video': {
      if (facts.contentType !== 'video/mp4') return 'Unsupported video format';
      const { durationSeconds: length } = facts;
      if (length !== null && (length < videoSeconds.min || length > videoSeconds.max)) return 'Invalid video duration';
      return null;
    }
  }
}
