import type { MediaFacts, World } from '../../../core/world/world.ts';
import { factsAt } from '../../meta/media-facts.ts';
import { aspectRatio, imageFormat, imageTooLarge, notFetched } from '../errors.ts';
import type { Draft } from '../store.ts';

/** https://developers.facebook.com/docs/threads/overview: media specifications */
const imageBytesMax = 8 * 1024 * 1024;
const videoBytesMax = 1024 * 1024 * 1024;
const imageTypes = ['image/jpeg', 'image/png'];
const videoTypes = ['video/mp4', 'video/quicktime'];
const ratioMax = 10;
const videoSecondsMax = 300;
const videoWidthMax = 1920;

/**
 * Fetches the media as Threads does while the container is made. Images are rejected at once, videos later: gives the
 * `error_message` with which processing will end, or null. Images of any width are scaled.
 */
export async function inspectMedia(world: World, { media_type, url }: Draft): Promise<string | null> {
  if (media_type === 'TEXT' || media_type === 'CAROUSEL') return null;
  const facts = await factsAt(world, url);
  if (media_type === 'VIDEO') return facts ? videoProblem(facts) : 'FAILED_DOWNLOADING_VIDEO';
  if (!facts) throw notFetched(url);
  checkImage(url, facts);
  return null;
}

function checkImage(url: string, { contentType, sizeBytes = 0, width, height }: Partial<MediaFacts>): void {
  if (contentType !== undefined && !imageTypes.includes(contentType ?? '')) {
    if (contentType?.startsWith('image/')) throw imageFormat(contentType);
    throw notFetched(url);
  }
  if (sizeBytes > imageBytesMax) throw imageTooLarge();
  if (!width || !height) return;
  const ratio = width / height;
  if (ratio > ratioMax || ratio < 1 / ratioMax) throw aspectRatio(ratio);
}

function videoProblem(facts: Partial<MediaFacts>): string | null {
  const { contentType, sizeBytes = 0, width, height, durationSeconds } = facts;
  if (contentType !== undefined && !videoTypes.includes(contentType ?? '')) return 'FAILED_PROCESSING_VIDEO';
  if (sizeBytes > videoBytesMax || (width && width > videoWidthMax)) return 'FAILED_PROCESSING_VIDEO';
  if (durationSeconds && durationSeconds > videoSecondsMax) return 'INVALID_DURATION';
  // The word is misspelt by Threads itself.
  if (width && height && (width / height > ratioMax || width / height < 0.01)) return 'INVALID_ASPEC_RATIO';
  return null;
}
