import { execFile } from 'node:child_process';
import { rename, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { FileFacts } from './file-facts.ts';
import { inspect } from './inspect.ts';
import { AUDIO_BITS, type Recipe, renditionProblem, sizeWithin, videoBits } from './recipe.ts';
import { CannotConvert } from './render.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { withFile } from './sources.ts';

/** Time limit of any video, and what each of its seconds adds. Slow machines need far less. */
const TIME_MS_MIN = 5 * 60 * 1000;
const TIME_MS_PER_SECOND = 5000;
const UNKNOWN_SECONDS = 600;
const STALLED_MS_MAX = 3 * 60 * 1000;
/** ffmpeg writes so much more than the limit, so that a video that is too large shows as such. */
const SPARE_BYTES = 1024 * 1024;

export { ConversionFailed } from './run-ffmpeg.ts';

let installed: Promise<boolean> | undefined;

/** Whether this machine can convert videos. Checked once. */
export function hasFfmpeg(): Promise<boolean> {
  installed ??= new Promise((resolve) => {
    execFile('ffmpeg', ['-version'], { timeout: 15_000, maxBuffer: 64 * 1024 }, (error) => resolve(error === null));
  });
  return installed;
}

/**
 * Converts a video to an MP4 of H.264 and AAC that fits the recipe. `onProgress` gets numbers from 0 to 1. `out` appears
 * complete or not at all; an abort stops ffmpeg and leaves no file. Throws `UnreadableFile`, `CannotConvert`, or
 * `ConversionFailed` when the machine is at fault.
 */
export async function transcode(
  path: string,
  out: string,
  recipe: Recipe,
  onProgress: (done: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const facts = await withFile(path, inspect);
  const reason = renditionProblem(facts, recipe, { canTranscode: await hasFfmpeg() });
  if (reason !== undefined) throw new CannotConvert(reason);
  const part = `${out}.part`;
  try {
    const { seconds = 0 } = facts;
    const timeMsMax = TIME_MS_MIN + (seconds || UNKNOWN_SECONDS) * TIME_MS_PER_SECOND;
    const limits = { seconds, timeMsMax, stalledMsMax: STALLED_MS_MAX };
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
  // H.264 with subsampled colours needs even sides.
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
