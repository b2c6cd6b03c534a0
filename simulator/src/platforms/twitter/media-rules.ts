import type { MediaFacts } from '../../core/world/world.ts';

/** Media that may be uploaded: https://docs.x.com/x-api/media/quickstart/best-practices */
const megabyte = 1024 * 1024;

const sizes: Readonly<Record<string, number>> = {
  tweet_image: 5 * megabyte,
  dm_image: 5 * megabyte,
  tweet_gif: 15 * megabyte,
  dm_gif: 15 * megabyte,
  tweet_video: 512 * megabyte,
  amplify_video: 512 * megabyte,
  dm_video: 512 * megabyte,
  subtitles: megabyte,
};

export const categories = Object.keys(sizes);

export function sizeMax(category: string): number | undefined {
  return Object.hasOwn(sizes, category) ? sizes[category] : undefined;
}

export function categoryOf(mediaType: string): string {
  if (mediaType === 'image/gif') return 'tweet_gif';
  return mediaType.startsWith('video/') ? 'tweet_video' : 'tweet_image';
}

export function keyPrefix(category: string): number {
  if (category === 'amplify_video') return 13;
  if (category.endsWith('video')) return 7;
  return category.endsWith('gif') ? 16 : 3;
}

/** Why X cannot use these bytes, or null. */
export function checkMedia(category: string, facts: MediaFacts): string | null {
  const { contentType, width, height, durationSeconds, sizeBytes } = facts;
  if (category === 'subtitles') return null;
  if (sizeBytes > (sizeMax(category) ?? 0)) return 'File size exceeds the limit';
  if (category.endsWith('video')) {
    if (contentType !== 'video/mp4' && contentType !== 'video/quicktime') return 'Unsupported video format';
    if (durationSeconds !== null && durationSeconds < 0.5) return 'Duration too short, minimum:500';
    const ratio = width && height ? width / height : 1;
    return ratio < 1 / 3 || ratio > 3 ? 'Invalid aspect ratio' : null;
  }
  if (category.endsWith('gif')) {
    if (contentType !== 'image/gif') return 'Unsupported GIF format';
    return (width ?? 1) > 1280 || (height ?? 1) > 1080 ? 'GIF dimensions exceed the limit' : null;
  }
  const isImage = contentType !== null && /^image\/(jpeg|png|gif|webp)$/.test(contentType);
  return isImage ? null : 'media type unrecognized.';
}
