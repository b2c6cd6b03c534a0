import type { FileFacts } from './file-facts.ts';

/** The limits of a platform for one file. Absent numbers and 0 mean no limit, as in the data sheets. */
export interface Recipe {
  /** Accepted types of images and videos. */
  readonly contentTypes: readonly string[];
  readonly bytesMax?: number;
  readonly pixelsMax?: number;
  readonly widthMax?: number;
  readonly heightMax?: number;
  /** Width divided by height. Files are never cropped or padded: others are rejected. */
  readonly aspect?: { readonly min: number; readonly max: number };
  /** Limits of videos follow. */
  readonly secondsMax?: number;
  readonly fpsMax?: number;
  readonly videoCodecs?: readonly string[];
  readonly audioCodecs?: readonly string[];
}

/** Types that we can encode, best first. */
const ENCODED_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type EncodedType = (typeof ENCODED_TYPES)[number];

/** Our image library decodes none of these. */
const UNDECODABLE = new Set(['image/heic', 'image/heif', 'image/bmp']);
/** Bits a second; images of fewer are not worth looking at. */
const VIDEO_BITS_MIN = 150_000;
/** Bits a second; more make no visible difference, and platforms accept at most 25 million. */
const VIDEO_BITS_MAX = 20_000_000;
/** Converting longer videos would block the queue for hours. */
const CONVERTED_SECONDS_MAX = 2 * 3600;
export const AUDIO_BITS = 128_000;
const FPS_TOLERANCE = 0.05;

/** Whether a rendition must be sent in place of the original. */
export function needsRendition(facts: FileFacts, recipe: Recipe): boolean {
  return (
    exceededLimit(facts, recipe) !== undefined ||
    (isStill(facts) && (facts.hasMetadata === true || facts.orientation !== undefined))
  );
}

/**
 * Why neither the original nor a rendition can be sent, as a sentence without its subject; undefined when one can.
 * `canTranscode`: ffmpeg is installed.
 */
export function renditionProblem(
  facts: FileFacts,
  recipe: Recipe,
  { canTranscode }: { readonly canTranscode: boolean },
): string | undefined {
  const { width = 0, height = 0, kind } = facts;
  if (recipe.aspect !== undefined && width > 0 && height > 0) {
    const aspect = width / height;
    if (aspect < recipe.aspect.min - 0.01 || aspect > recipe.aspect.max + 0.01)
      return `is ${width} × ${height}, a ratio of ${round(aspect)}; from ${round(recipe.aspect.min)} to ${round(recipe.aspect.max)} are accepted`;
  }
  if (kind === 'video' && isOver(facts.seconds, recipe.secondsMax))
    return `is ${round(facts.seconds ?? 0)} seconds long; at most ${recipe.secondsMax} are accepted`;
  const exceeded = exceededLimit(facts, recipe);
  if (exceeded === undefined) return undefined;
  if (kind === 'image') return whyImageImpossible(facts, recipe);
  if (kind === 'video') return whyVideoImpossible(facts, recipe, { exceeded, canTranscode });
  return recipe.contentTypes.includes(facts.contentType)
    ? `is ${facts.bytes} bytes; at most ${recipe.bytesMax} are accepted`
    : `is ${facts.contentType}, which is not accepted`;
}

/** The type that a rendition of an image gets: its own where that is possible. */
export function renditionType(facts: FileFacts, { contentTypes }: Recipe): EncodedType | undefined {
  const own = ENCODED_TYPES.find((type) => type === facts.contentType && contentTypes.includes(type));
  if (own !== undefined) return own;
  if (facts.hasAlpha === true && contentTypes.includes('image/png')) return 'image/png';
  return ENCODED_TYPES.find((type) => contentTypes.includes(type));
}

/** The part of a recipe that a rendition of this video depends on, so that platforms share equal renditions. */
export function videoRecipe(facts: FileFacts, recipe: Recipe): Recipe {
  const { width, height } = sizeWithin(facts, recipe);
  const seconds = Math.max(facts.seconds ?? 0, 1);
  const bytesCeiling = Math.ceil(((VIDEO_BITS_MAX + AUDIO_BITS) * seconds) / 8 / 0.94);
  return {
    contentTypes: ['video/mp4'],
    videoCodecs: ['h264'],
    audioCodecs: ['aac'],
    bytesMax: Math.min(recipe.bytesMax || bytesCeiling, bytesCeiling),
    ...(width < (facts.width ?? 0) || height < (facts.height ?? 0) ? { widthMax: width, heightMax: height } : {}),
    ...(isOver(facts.fps, recipe.fpsMax && recipe.fpsMax + FPS_TOLERANCE) ? { fpsMax: recipe.fpsMax } : {}),
  };
}

/** The largest size within the recipe, of the same aspect ratio. */
export function sizeWithin({ width = 0, height = 0 }: FileFacts, recipe: Recipe): { width: number; height: number } {
  const scale = Math.min(
    1,
    (recipe.widthMax || width) / width,
    (recipe.heightMax || height) / height,
    Math.sqrt((recipe.pixelsMax || width * height) / (width * height)),
  );
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Bits a second for the images of a video; 0 means no limit. */
export function videoBits(seconds: number, { bytesMax = 0 }: Recipe): number {
  return bytesMax === 0 ? 0 : Math.floor((bytesMax * 8 * 0.94) / Math.max(seconds, 1)) - AUDIO_BITS;
}

function whyImageImpossible(facts: FileFacts, recipe: Recipe): string | undefined {
  const { contentType } = facts;
  if (!isStill(facts))
    return recipe.contentTypes.includes(contentType)
      ? 'has several images and is too large; animated images are not made smaller'
      : `has several images as ${contentType}, which is not accepted`;
  if (UNDECODABLE.has(contentType)) return `is ${contentType}, which cannot be converted here; save it as JPEG`;
  if (renditionType(facts, recipe) === undefined) return 'is an image, and no images are accepted';
  return undefined;
}

function whyVideoImpossible(
  facts: FileFacts,
  recipe: Recipe,
  { exceeded, canTranscode }: { readonly exceeded: ExceededLimit; readonly canTranscode: boolean },
): string | undefined {
  if (!recipe.contentTypes.includes('video/mp4')) return 'is a video, and no MP4 videos are accepted';
  if (!canTranscode) return `${exceeded.reason}, and converting videos needs ffmpeg, which is not installed`;
  if (isOver(facts.seconds, CONVERTED_SECONDS_MAX))
    return `${exceeded.reason}, and videos of more than ${CONVERTED_SECONDS_MAX / 3600} hours are not converted`;
  const bits = videoBits(facts.seconds ?? 0, recipe);
  return bits !== 0 && bits < VIDEO_BITS_MIN
    ? `is too long to fit into ${recipe.bytesMax} bytes with an image worth looking at`
    : undefined;
}

export interface ExceededLimit {
  readonly limit: 'type' | 'bytes' | 'size' | 'fps' | 'codec';
  /** A sentence without its subject. */
  readonly reason: string;
}

/** The first limit that a file exceeds. */
export function exceededLimit(facts: FileFacts, recipe: Recipe): ExceededLimit | undefined {
  const { contentType, bytes, width = 0, height = 0, fps, videoCodec, audioCodec } = facts;
  if (!recipe.contentTypes.includes(contentType))
    return { limit: 'type', reason: `is ${contentType}, which is not accepted` };
  if (isOver(bytes, recipe.bytesMax))
    return { limit: 'bytes', reason: `is ${bytes} bytes, more than ${recipe.bytesMax}` };
  if (isOver(width, recipe.widthMax) || isOver(height, recipe.heightMax) || isOver(width * height, recipe.pixelsMax))
    return { limit: 'size', reason: `is ${width} × ${height} pixels, more than are accepted` };
  if (facts.kind !== 'video') return undefined;
  if (isOver(fps, recipe.fpsMax && recipe.fpsMax + FPS_TOLERANCE))
    return { limit: 'fps', reason: `has ${round(fps ?? 0)} frames a second, more than ${recipe.fpsMax}` };
  if (isNotIn(videoCodec, recipe.videoCodecs))
    return { limit: 'codec', reason: `has video as ${videoCodec}, which is not accepted` };
  if (isNotIn(audioCodec, recipe.audioCodecs))
    return { limit: 'codec', reason: `has sound as ${audioCodec}, which is not accepted` };
  return undefined;
}

function isStill({ kind, frames = 1 }: FileFacts): boolean {
  return kind === 'image' && frames === 1;
}

function isOver(value = 0, max = 0): boolean {
  return max > 0 && value > max;
}

function isNotIn(value: string | undefined, accepted: readonly string[] = []): boolean {
  return value !== undefined && accepted.length > 0 && !accepted.includes(value);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
