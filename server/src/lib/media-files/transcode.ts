import { execFile, spawn } from 'node:child_process';
import { rename, rm, stat } from 'node:fs/promises';
import type { FileFacts } from './facts.ts';
import { inspect } from './inspect.ts';
import { AUDIO_BITS, type Recipe, sizeWithin, videoBits, whyImpossible } from './recipe.ts';
import { CannotConvert } from './render.ts';
import { withFile } from './sources.ts';

const COMPLAINT_LENGTH = 500;

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
 * at all; an abort ends ffmpeg and leaves nothing behind.
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
    await run(argumentsFor(path, part, facts, recipe), facts.seconds ?? 0, onProgress, signal);
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
  const filters = [`scale=${even(width)}:${even(height)}:flags=bicubic`, 'setsar=1', 'format=yuv420p'];
  if (recipe.fpsMax && (facts.fps ?? 0) > recipe.fpsMax) filters.unshift(`fps=${recipe.fpsMax}`);
  const bits = videoBits(facts.seconds ?? 0, recipe);
  const rate = bits > 0 ? ['-maxrate', `${bits}`, '-bufsize', `${bits}`] : [];
  return [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-protocol_whitelist', 'file', '-i', `file:${path}`],
    ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-vf', filters.join(','), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', ...rate],
    ...['-c:a', 'aac', '-b:a', `${AUDIO_BITS}`, '-ac', '2', '-movflags', '+faststart'],
    ...['-progress', 'pipe:1', '-f', 'mp4', `file:${out}`],
  ];
}

async function run(
  args: readonly string[],
  seconds: number,
  onProgress: (done: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (lines: string) => {
    complaint = (complaint + lines).slice(-COMPLAINT_LENGTH);
  });
  let done = 0;
  child.stdout.setEncoding('utf8').on('data', (lines: string) => {
    const time = Number([...lines.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1] ?? 0);
    const now = seconds > 0 ? Math.min(0.99, time / 1e6 / seconds) : 0;
    if (now <= done) return;
    done = now;
    onProgress(done);
  });
  try {
    const status = await ended;
    signal?.throwIfAborted();
    if (status !== 0)
      throw new CannotConvert(
        `cannot be converted (${complaint
          .trim()
          .split('\n')
          .at(-1)
          ?.replaceAll(/file:\S+/g, 'it')})`,
      );
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
