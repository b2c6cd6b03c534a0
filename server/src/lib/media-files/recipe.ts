import type { FileFacts } from './facts.ts';

/** What a platform takes, for one item. Numbers that are absent or 0 bound nothing, as in the data sheets. */
export interface Recipe {
  /** Of images and of films, whatever may be sent. */
  readonly contentTypes: readonly string[];
  readonly bytesMax?: number;
  readonly pixelsMax?: number;
  readonly widthMax?: number;
  readonly heightMax?: number;
  /** Width divided by height. Nothing is cropped or padded to fit: what is outside is refused. */
  readonly aspect?: { readonly min: number; readonly max: number };
  /** The following are about films. */
  readonly secondsMax?: number;
  readonly fpsMax?: number;
  readonly videoCodecs?: readonly string[];
  readonly audioCodecs?: readonly string[];
}

/** What we can make, best first. */
const MADE = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type MadeType = (typeof MADE)[number];

/** The libraries decode neither. */
const NOT_DECODED = new Set(['image/heic', 'image/heif', 'image/bmp']);
/** Below these a film is not worth looking at. */
const VIDEO_BITS_MIN = 150_000;
export const AUDIO_BITS = 128_000;
const FPS_TOLERANCE = 0.05;

/** Whether something else than the original must be sent. */
export function needsRendition(facts: FileFacts, recipe: Recipe): boolean {
  return (
    breaksLimits(facts, recipe) || (isStill(facts) && (facts.hasMetadata === true || facts.orientation !== undefined))
  );
}

/**
 * Why neither the original nor a rendition can be sent, as a sentence without its subject; undefined when one can.
 * `canTranscode`: ffmpeg is installed.
 */
export function whyImpossible(
  facts: FileFacts,
  recipe: Recipe,
  { canTranscode }: { readonly canTranscode: boolean },
): string | undefined {
  const { width = 0, height = 0, kind } = facts;
  if (recipe.aspect !== undefined && width > 0 && height > 0) {
    const aspect = width / height;
    if (aspect < recipe.aspect.min - 0.01 || aspect > recipe.aspect.max + 0.01)
      return `is ${width} × ${height}, a ratio of ${round(aspect)}; from ${round(recipe.aspect.min)} to ${round(recipe.aspect.max)} are taken`;
  }
  if (kind === 'video' && isOver(facts.seconds, recipe.secondsMax))
    return `is ${round(facts.seconds ?? 0)} seconds long; at most ${recipe.secondsMax} are taken`;
  if (!breaksLimits(facts, recipe)) return undefined;
  if (kind === 'image') return whyNoImage(facts, recipe);
  if (kind === 'video') return whyNoVideo(facts, recipe, canTranscode);
  return recipe.contentTypes.includes(facts.contentType)
    ? `is ${facts.bytes} bytes; at most ${recipe.bytesMax} are taken`
    : `is ${facts.contentType}, which is not taken`;
}

/** The type that a rendition of an image gets: its own where that is possible. */
export function renditionType(facts: FileFacts, { contentTypes }: Recipe): MadeType | undefined {
  const own = MADE.find((type) => type === facts.contentType && contentTypes.includes(type));
  if (own !== undefined) return own;
  if (facts.hasAlpha === true && contentTypes.includes('image/png')) return 'image/png';
  return MADE.find((type) => contentTypes.includes(type));
}

/** The largest size within the recipe, of the same shape. */
export function sizeWithin({ width = 0, height = 0 }: FileFacts, recipe: Recipe): { width: number; height: number } {
  const scale = Math.min(
    1,
    (recipe.widthMax || width) / width,
    (recipe.heightMax || height) / height,
    Math.sqrt((recipe.pixelsMax || width * height) / (width * height)),
  );
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Bits per second that a film's pictures may have, 0: as many as they need. */
export function videoBits(seconds: number, { bytesMax = 0 }: Recipe): number {
  return bytesMax === 0 ? 0 : Math.floor((bytesMax * 8 * 0.94) / Math.max(seconds, 1)) - AUDIO_BITS;
}

function whyNoImage(facts: FileFacts, recipe: Recipe): string | undefined {
  const { contentType } = facts;
  if (!isStill(facts))
    return recipe.contentTypes.includes(contentType)
      ? 'has several pictures and is too large; animated images are not made smaller'
      : `has several pictures as ${contentType}, which is not taken`;
  if (NOT_DECODED.has(contentType)) return `is ${contentType}, which cannot be converted here; save it as JPEG`;
  if (renditionType(facts, recipe) === undefined) return 'is an image, and no images are taken';
  return undefined;
}

function whyNoVideo(facts: FileFacts, recipe: Recipe, canTranscode: boolean): string | undefined {
  if (!recipe.contentTypes.includes('video/mp4')) return 'is a video, and no MP4 videos are taken';
  if (!canTranscode) return `${brokenLimit(facts, recipe)}, and converting videos needs ffmpeg, which is not installed`;
  const bits = videoBits(facts.seconds ?? 0, recipe);
  return bits !== 0 && bits < VIDEO_BITS_MIN
    ? `is too long to fit into ${recipe.bytesMax} bytes with a picture worth looking at`
    : undefined;
}

function breaksLimits(facts: FileFacts, recipe: Recipe): boolean {
  return brokenLimit(facts, recipe) !== undefined;
}

/** The first limit that a file breaks, in words. */
function brokenLimit(facts: FileFacts, recipe: Recipe): string | undefined {
  const { contentType, bytes, width = 0, height = 0, fps, videoCodec, audioCodec } = facts;
  if (!recipe.contentTypes.includes(contentType)) return `is ${contentType}, which is not taken`;
  if (isOver(bytes, recipe.bytesMax)) return `is ${bytes} bytes, more than ${recipe.bytesMax}`;
  if (isOver(width, recipe.widthMax) || isOver(height, recipe.heightMax) || isOver(width * height, recipe.pixelsMax))
    return `is ${width} × ${height} pixels, more than are taken`;
  if (facts.kind !== 'video') return undefined;
  if (isOver(fps, recipe.fpsMax && recipe.fpsMax + FPS_TOLERANCE))
    return `has ${round(fps ?? 0)} pictures a second, more than ${recipe.fpsMax}`;
  if (isOther(videoCodec, recipe.videoCodecs)) return `has pictures as ${videoCodec}, which is not taken`;
  if (isOther(audioCodec, recipe.audioCodecs)) return `has sound as ${audioCodec}, which is not taken`;
  return undefined;
}

function isStill({ kind, frames = 1 }: FileFacts): boolean {
  return kind === 'image' && frames === 1;
}

function isOver(value = 0, max = 0): boolean {
  return max > 0 && value > max;
}

function isOther(value: string | undefined, taken: readonly string[] = []): boolean {
  return value !== undefined && taken.length > 0 && !taken.includes(value);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
