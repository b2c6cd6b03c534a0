import { execFile } from 'node:child_process';
import { rename, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { FileFacts } from './facts.ts';
import { inspect } from './inspect.ts';
import { AUDIO_BITS, type Recipe, sizeWithin, videoBits, whyImpossible } from './recipe.ts';
import { CannotConvert } from './render.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { withFile } from './sources.ts';

/** What any film may take, and what each of its seconds adds: far more than slow machines need. */
const TIME_MS_MIN = 5 * 60 * 1000;
const TIME_OF_SECOND_MS = 5000;
const UNKNOWN_SECONDS = 600;
const SILENCE_MS_MAX = 3 * 60 * 1000;
/** Beyond what a film may have, so that it shows that it has too much. */
const SPARE_BYTES = 1024 * 1024;

export { ConversionBroke } from './run-ffmpeg.ts';

let installed: Promise<boolean> | undefined;

/** Whether videos can be converted on this machine; asked once. */
export function hasFfmpeg(): Promise<boolean> {
  installed ??= new Promise((resolve) => {
    execFile('ffmpeg', ['-version'], { timeout: 15_000, maxBuffer: 64 * 1024 }, (error) => resolve(error === null));
  });
  return installed;
}

/**
 * Converts a film to H.264 and AAC in an MP4 within the recipe. `onProgress` is told 0 to 1. `out` appears whole or not
 * at all; an abort ends ffmpeg and leaves nothing behind. Throws `CannotConvert`, or `ConversionBroke` for what is not the
 * film's fault.
 */
export async function transcode(
  path: string,
  out: string,
  recipe: Recipe,
  onProgress: (done: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const facts = await withFile(path, inspect);
  const reason = whyImpossible(facts, recipe, { canTranscode: await hasFfmpeg() });
  if (reason !== undefined) throw new CannotConvert(reason);
  const part = `${out}.part`;
  try {
    const { seconds = 0 } = facts;
    const timeMsMax = TIME_MS_MIN + (seconds || UNKNOWN_SECONDS) * TIME_OF_SECOND_MS;
    const limits = { seconds, timeMsMax, silenceMsMax: SILENCE_MS_MAX };
    await runFfmpeg(argumentsFor(path, part, facts, recipe), { ...limits, onProgress, signal });
    const { size } = await stat(part);
    if (recipe.bytesMax && size > recipe.bytesMax)
      throw new CannotConvert(`cannot be made to fit into ${recipe.bytesMax} bytes`);
    await rename(part, out);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  onProgress(1);
}

function argumentsFor(path: string, out: string, facts: FileFacts, recipe: Recipe): string[] {
  const { width, height } = sizeWithin(facts, recipe);
  // H.264 with halved colours has even sides only.
  const even = (side: number) => Math.max(2, side - (side % 2));
  const size = facts.width === undefined ? 'trunc(iw/2)*2:trunc(ih/2)*2' : `${even(width)}:${even(height)}`;
  const filters = [`scale=${size}:flags=bicubic`, 'setsar=1', 'format=yuv420p'];
  if (recipe.fpsMax && (facts.fps ?? 0) > recipe.fpsMax) filters.unshift(`fps=${recipe.fpsMax}`);
  const threads = Math.max(1, availableParallelism() - 1);
  const bits = videoBits(facts.seconds ?? 0, recipe);
  const rate = bits > 0 ? ['-maxrate', `${bits}`, '-bufsize', `${bits}`] : [];
  return [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-protocol_whitelist', 'file', '-i', `file:${path}`],
    ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...[
      '-vf',
      filters.join(','),
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '22',
      ...rate,
      '-threads',
      `${threads}`,
    ],
    ...['-c:a', 'aac', '-b:a', `${AUDIO_BITS}`, '-ac', '2', '-movflags', '+faststart'],
    ...(recipe.bytesMax ? ['-fs', `${recipe.bytesMax + SPARE_BYTES}`] : []),
    ...['-progress', 'pipe:1', '-f', 'mp4', `file:${out}`],
  ];
}
