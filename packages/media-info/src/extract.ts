import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inspect } from './inspect.ts';
import { CannotConvert } from './render.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { withFile } from './sources.ts';

/** Speech needs no more: one channel, 16 kHz. An hour has 14 MB. */
const SOUND = ['-vn', '-sn', '-dn', '-ac', '1', '-ar', '16000', '-c:a', 'aac', '-b:a', '32k'];
const INPUT = ['-hide_banner', '-nostdin', '-v', 'error', '-y', '-protocol_whitelist', 'file'];
/** The same file gives the same bytes. */
const PLAIN = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];
/** The sides of a frame. */
const SIDE_MAX = 768;
/** The first seconds decide whether people stay, so they are seen twice. */
const FIRST_SECONDS = [0.2, 1.5];

export interface ExtractLimits {
  readonly timeMsMax: number;
  readonly signal?: AbortSignal | undefined;
}

/** The sound of a video as M4A, at most its first `secondsMax`. Throws as `transcode` does. */
export async function extractSound(path: string, secondsMax: number, limits: ExtractLimits): Promise<Uint8Array> {
  const { kind, audioCodec, seconds = 0 } = await playable(path);
  if (kind === 'video' && audioCodec === undefined) throw new CannotConvert('has no sound');
  return inFolder(path, async (folder) => {
    const out = join(folder, 'sound.m4a');
    const args = [...INPUT, '-t', `${secondsMax}`, '-i', `file:${path}`, '-map', '0:a:0', ...SOUND, ...PLAIN];
    await run([...args, '-progress', 'pipe:1', '-f', 'ipod', `file:${out}`], seconds, limits);
    return readFile(out);
  });
}

/** Frames of a video as JPEG in their order: two of the beginning, the others evenly spread. Throws as `transcode` does. */
export async function keyFrames(path: string, count: number, limits: ExtractLimits): Promise<readonly Uint8Array[]> {
  const { kind, seconds = 0 } = await playable(path);
  if (kind !== 'video') throw new CannotConvert('has no pictures');
  const spread = count - FIRST_SECONDS.length;
  const later = Array.from({ length: spread }, (_, at) => ((at + 1) * seconds) / (spread + 1));
  const times = [...FIRST_SECONDS, ...later].filter(
    (time) => time < Math.max(seconds, (FIRST_SECONDS[0] as number) + 0.1),
  );
  return inFolder(path, async (folder) => {
    const scale = `scale=w=${SIDE_MAX}:h=${SIDE_MAX}:force_original_aspect_ratio=decrease`;
    for (const [at, time] of [...new Set(times)].sort((a, b) => a - b).entries()) {
      const args = [
        ...INPUT,
        '-ss',
        time.toFixed(3),
        '-i',
        `file:${path}`,
        '-map',
        '0:v:0',
        '-frames:v',
        '1',
        '-vf',
        scale,
      ];
      const out = join(folder, `${at}.jpg`);
      await run([...args, ...PLAIN, '-progress', 'pipe:1', '-f', 'image2', '-update', '1', `file:${out}`], 0, limits);
    }
    const names = (await readdir(folder)).sort();
    const frames = await Promise.all(names.map((name) => readFile(join(folder, name))));
    if (frames.length === 0) throw new CannotConvert('has no pictures that can be read');
    return frames;
  });
}

/** Only files of known types reach ffmpeg: a playlist could name other files. */
async function playable(path: string) {
  const facts = await withFile(path, inspect);
  if (facts.kind === 'video' || facts.kind === 'audio') return facts;
  throw new CannotConvert(`is ${facts.contentType}, neither a video nor sound`);
}

function run(args: readonly string[], seconds: number, { timeMsMax, signal }: ExtractLimits): Promise<void> {
  return runFfmpeg(args, { seconds, timeMsMax, stalledMsMax: timeMsMax, onProgress: () => {}, signal });
}

/** A folder beside the file that is gone afterwards. */
async function inFolder<T>(path: string, work: (folder: string) => Promise<T>): Promise<T> {
  await stat(path);
  const folder = await mkdtemp(join(dirname(path), 'extract-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
