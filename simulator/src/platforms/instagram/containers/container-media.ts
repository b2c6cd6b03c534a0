import type { MediaFacts, World } from '../../../core/world/world.ts';
import { factsAt } from '../../meta/media-facts.ts';
import { aspectRatio, imageFormat, imageTooLarge, notFetched, thumbOffset } from '../errors.ts';
import type { ContainerOptions } from './container-input.ts';

/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media */
const imageBytesMax = 8 * 1024 * 1024;
const ratioMin = 4 / 5;
const ratioMax = 1.91;
const videoTypes = ['video/mp4', 'video/quicktime'];

/**
 * Fetches the media as Instagram does while the container is made. Images are rejected at once, videos later: gives the
 * subcode with which processing will end, or null.
 */
export async function inspectMedia(world: World, options: ContainerOptions): Promise<number | null> {
  if (options.media_type === 'CAROUSEL_ALBUM') return null;
  const facts = await factsOf(world, options.url);
  if (options.media_type === 'IMAGE') {
    checkImage(options, facts);
    return null;
  }
  if (options.cover_url !== null) await factsOf(world, options.cover_url);
  const seconds = facts.durationSeconds ?? null;
  if (options.thumbOffsetMs !== null && seconds !== null && options.thumbOffsetMs >= seconds * 1000)
    throw thumbOffset(seconds);
  return videoProblem(options, facts);
}

async function factsOf(world: World, url: string): Promise<Partial<MediaFacts>> {
  const facts = await factsAt(world, url);
  if (!facts) throw notFetched(url);
  return facts;
}

function checkImage({ url, product, is_carousel_item }: ContainerOptions, facts: Partial<MediaFacts>): void {
  const { contentType, sizeBytes = 0, width, height } = facts;
  if (contentType !== undefined && contentType !== 'image/jpeg') {
    if (contentType?.startsWith('image/')) throw imageFormat(contentType);
    throw notFetched(url);
  }
  if (sizeBytes > imageBytesMax) throw imageTooLarge();
  // Stories take any shape, carousel items are cropped to the first one's.
  if (product !== 'FEED' || is_carousel_item || !width || !height) return;
  const ratio = width / height;
  if (ratio < ratioMin - 0.005 || ratio > ratioMax + 0.005) throw aspectRatio(ratio);
}

const formatUnsupported = 2207026;
const uploadFailed = 2207082;

function videoProblem({ product }: ContainerOptions, facts: Partial<MediaFacts>): number | null {
  const { contentType, sizeBytes = 0, width, durationSeconds } = facts;
  const isStory = product === 'STORY';
  if (contentType !== undefined && !videoTypes.includes(contentType ?? '')) return formatUnsupported;
  if (sizeBytes > (isStory ? 100 : 300) * 1024 * 1024) return uploadFailed;
  if (width && width > 1920) return formatUnsupported;
  if (durationSeconds && (durationSeconds < 3 || durationSeconds > (isStory ? 60 : 900))) return formatUnsupported;
  return null;
}
