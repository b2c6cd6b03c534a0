import { createHash } from 'node:crypto';
import type { MediaLimits } from '../../core/limits.ts';
import {
  broken,
  type FileFacts,
  filmRecipe,
  needsRendition,
  type Recipe,
  whyImpossible,
} from '../../lib/media-files/index.ts';

/** Changes when the same recipe makes another file. */
const WAY = 1;

/** What is made of a film, and the name of the copy. */
export interface FilmCopy {
  readonly recipe: Recipe;
  readonly name: string;
}

/** Why a film cannot be published: the rule that it breaks, and the end of a sentence whose subject it is. */
export interface UnfitFilm {
  readonly rule: 'video_type' | 'video_size' | 'video_fps';
  readonly why: string;
  readonly limit?: number;
}

/** Whether so much is known of a film that we can make it fit. */
export function isFilm(facts: Partial<FileFacts> | undefined): facts is FileFacts {
  return facts?.kind === 'video' && facts.contentType !== undefined && facts.bytes !== undefined;
}

/** Why a film can neither be sent as it is nor as a copy. How long it may be is for other rules to say. */
export function whyUnfitFilm(facts: FileFacts, limits: MediaLimits, canConvert: boolean): UnfitFilm | undefined {
  const recipe = recipeOf(facts, limits, canConvert);
  const why = whyImpossible(facts, recipe, { canTranscode: canConvert });
  if (why === undefined) return undefined;
  const what = broken(facts, recipe)?.what;
  if (what === 'fps') return { rule: 'video_fps', why, limit: limits.videoFpsMax };
  if (what === 'bytes' || what === 'size') return { rule: 'video_size', why, limit: limits.videoBytesMax };
  return { rule: 'video_type', why };
}

/** The copy of a film that the platform needs; undefined when it takes the original. */
export function copyFor(facts: FileFacts, limits: MediaLimits): FilmCopy | undefined {
  const needed = recipeOf(facts, limits, true);
  if (!needsRendition(facts, needed)) return undefined;
  const recipe = filmRecipe(facts, needed);
  const digest = createHash('sha256')
    .update(JSON.stringify([WAY, recipe]))
    .digest('hex');
  return { recipe, name: `${digest.slice(0, 16)}.mp4` };
}

/** A larger picture than is asked for is made smaller where that is possible; else the platform decides. */
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
