import { createHash } from 'node:crypto';
import {
  exceededLimit,
  type FileFacts,
  needsRendition,
  type Recipe,
  renditionProblem,
  videoRecipe,
} from '@hubbub/media-info';
import type { MediaLimits } from '../../../core/limits.ts';

/** Increased when the same recipe produces another file. */
const RECIPE_VERSION = 1;

/** The recipe and the name of a rendition. */
export interface VideoRendition {
  readonly recipe: Recipe;
  readonly name: string;
}

/** The rule that a video breaks, and the reason as a sentence without its subject. */
export interface UnfitVideo {
  readonly rule: 'video_type' | 'video_size' | 'video_fps';
  readonly why: string;
  readonly limit?: number;
}

/** Whether the facts are enough to make a rendition. */
export function areVideoFacts(facts: Partial<FileFacts> | undefined): facts is FileFacts {
  return facts?.kind === 'video' && facts.contentType !== undefined && facts.bytes !== undefined;
}

/** Why neither a video nor a rendition of it can be sent. Other rules check its duration. */
export function whyVideoUnfit(facts: FileFacts, limits: MediaLimits, canConvert: boolean): UnfitVideo | undefined {
  const recipe = recipeOf(facts, limits, canConvert);
  const why = renditionProblem(facts, recipe, { canTranscode: canConvert });
  if (why === undefined) return undefined;
  const limit = exceededLimit(facts, recipe)?.limit;
  if (limit === 'fps') return { rule: 'video_fps', why, limit: limits.videoFpsMax };
  if (limit === 'bytes' || limit === 'size') return { rule: 'video_size', why, limit: limits.videoBytesMax };
  return { rule: 'video_type', why };
}

/** The rendition that the platform needs; undefined when it accepts the original. */
export function renditionFor(facts: FileFacts, limits: MediaLimits): VideoRendition | undefined {
  const needed = recipeOf(facts, limits, true);
  if (!needsRendition(facts, needed)) return undefined;
  const recipe = videoRecipe(facts, needed);
  const digest = createHash('sha256')
    .update(JSON.stringify([RECIPE_VERSION, recipe]))
    .digest('hex');
  return { recipe, name: `${digest.slice(0, 16)}.mp4` };
}

/** The platform's requirements for a video. Its frame size is required only where we can convert. */
function recipeOf(facts: FileFacts, limits: MediaLimits, canConvert: boolean): Recipe {
  const { videoTypes, videoCodecs = [], audioCodecs = [] } = limits;
  const { videoWidthMax = 0, videoHeightMax = 0, videoPixelsMax = 0 } = canConvert ? limits : {};
  return {
    contentTypes: videoTypes.length > 0 ? videoTypes : [facts.contentType, 'video/mp4'],
    bytesMax: limits.videoBytesMax,
    fpsMax: limits.videoFpsMax,
    videoCodecs,
    audioCodecs,
    widthMax: videoWidthMax,
    heightMax: videoHeightMax,
    pixelsMax: videoPixelsMax,
  };
}
