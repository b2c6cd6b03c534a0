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
/** Beyond these nobody sees a difference; platforms take no more than 25 million. */
const VIDEO_BITS_MAX = 20_000_000;
/** Longer films would keep everybody else's waiting for hours. */
export const CONVERTED_SECONDS_MAX = 2 * 3600;
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

/** What of a recipe a copy of this film depends on, so that platforms that need the same copy share it. */
export function filmRecipe(facts: FileFacts, recipe: Recipe): Recipe {
  const { width, height } = sizeWithin(facts, recipe);
  const seconds = Math.max(facts.seconds ?? 0, 1);
  const bytesMost = Math.ceil(((VIDEO_BITS_MAX + AUDIO_BITS) * seconds) / 8 / 0.94);
  return {
    contentTypes: ['video/mp4'],
    videoCodecs: ['h264'],
    audioCodecs: ['aac'],
    bytesMax: Math.min(recipe.bytesMax || bytesMost, bytesMost),
    ...(width < (facts.width ?? 0) || height < (facts.height ?? 0) ? { widthMax: width, heightMax: height } : {}),
    ...(isOver(facts.fps, recipe.fpsMax && recipe.fpsMax + FPS_TOLERANCE) ? { fpsMax: recipe.fpsMax } : {}),
  };
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
  if (isOver(facts.seconds, CONVERTED_SECONDS_MAX))
    return `${brokenLimit(facts, recipe)}, and videos of more than ${CONVERTED_SECONDS_MAX / 3600} hours are not converted`;
  const bits = videoBits(facts.seconds ?? 0, recipe);
  return bits !== 0 && bits < VIDEO_BITS_MIN
    ? `is too long to fit into ${recipe.bytesMax} bytes with a picture worth looking at`
    : undefined;
}

function breaksLimits(facts: FileFacts, recipe: Recipe): boolean {
  return broken(facts, recipe) !== undefined;
}

function brokenLimit(facts: FileFacts, recipe: Recipe): string | undefined {
  return broken(facts, recipe)?.words;
}

export interface BrokenLimit {
  readonly what: 'type' | 'bytes' | 'size' | 'fps' | 'codec';
  readonly words: string;
}

/** The first limit that a file breaks. */
export function broken(facts: FileFacts, recipe: Recipe): BrokenLimit | undefined {
  const { contentType, bytes, width = 0, height = 0, fps, videoCodec, audioCodec } = facts;
  if (!recipe.contentTypes.includes(contentType))
    return { what: 'type', words: `is ${contentType}, which is not taken` };
  if (isOver(bytes, recipe.bytesMax))
    return { what: 'bytes', words: `is ${bytes} bytes, more than ${recipe.bytesMax}` };
  if (isOver(width, recipe.widthMax) || isOver(height, recipe.heightMax) || isOver(width * height, recipe.pixelsMax))
    return { what: 'size', words: `is ${width} × ${height} pixels, more than are taken` };
  if (facts.kind !== 'video') return undefined;
  if (isOver(fps, recipe.fpsMax && recipe.fpsMax + FPS_TOLERANCE))
    return { what: 'fps', words: `has ${round(fps ?? 0)} pictures a second, more than ${recipe.fpsMax}` };
  if (isOther(videoCodec, recipe.videoCodecs))
    return { what: 'codec', words: `has pictures as ${videoCodec}, which is not taken` };
  if (isOther(audioCodec, recipe.audioCodecs))
    return { what: 'codec', words: `has sound as ${audioCodec}, which is not taken` };
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
