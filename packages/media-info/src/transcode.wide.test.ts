import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { mediaCorpus } from '../corpus/index.ts';
import { video } from '../corpus/videos.ts';
import {
  CannotConvert,
  type FileFacts,
  hasFfmpeg,
  inspect,
  type Recipe,
  transcode,
  UnreadableFile,
  withFile,
} from './index.ts';

const isInstalled = await hasFfmpeg();
if (!isInstalled) console.log('ffmpeg is not installed: the tests of conversion and of ffprobe do not run.');

const MP4: Recipe = { contentTypes: ['video/mp4'], videoCodecs: ['h264'], audioCodecs: ['aac'] };
const TEST_PATTERN = 'testsrc=size=320x180:rate=30:duration=4';

describe.runIf(isInstalled)('with ffmpeg', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hubbub-videos-'));
  const at = (name: string) => join(folder, name);
  const out = at('out.mp4');
  afterAll(() => rmSync(folder, { recursive: true }));

  async function make(name: string, ...options: readonly string[]): Promise<string> {
    const inputs = ['-f', 'lavfi', '-i', TEST_PATTERN, '-f', 'lavfi', '-i', 'sine=duration=4'];
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...inputs, ...options, at(name)]);
    return at(name);
  }
  const facts = (path: string) => withFile(path, inspect);
  const withoutFfprobe = (path: string) => withFile(path, ({ bytes, read }) => inspect({ bytes, read }));
  const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'];

  test('our facts agree with those of ffprobe', async () => {
    const videos: Readonly<Record<string, readonly string[]>> = {
      'last.mp4': H264,
      'first.mp4': [...H264, '-movflags', '+faststart'],
      'fragments.mp4': [...H264, '-g', '30', '-movflags', 'frag_keyframe+empty_moov'],
      'a.mov': H264,
      'turned.mp4': [...H264, '-metadata:s:v', 'rotate=90'],
      'hevc.mp4': [
        '-c:v',
        'libx265',
        '-preset',
        'ultrafast',
        '-tag:v',
        'hvc1',
        '-x265-params',
        'log-level=none',
        '-c:a',
        'aac',
      ],
      'mp3.mp4': ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'libmp3lame'],
      'a.mkv': H264,
      'a.webm': ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'],
      'a.avi': ['-c:v', 'mpeg4', '-an'],
      'a.m4a': ['-vn', '-c:a', 'aac'],
      'a.mp3': ['-vn'],
      'a.ogg': ['-vn', '-c:a', 'libvorbis'],
      'a.wav': ['-vn'],
    };
    for (const [name, options] of Object.entries(videos)) {
      const path = await make(name, ...options);
      const [own, completed] = [await withoutFfprobe(path), await facts(path)];
      const rounded = ({ seconds = 0, fps = 0, ...others }: FileFacts) => ({
        ...others,
        seconds: Math.round(seconds),
        fps: Math.round(fps),
      });
      expect(rounded(own), name).toEqual(rounded(completed));
      expect(Math.round(completed.seconds ?? 0), name).toBe(4);
    }
  });

  test('the corpus is rejected also with ffprobe', async () => {
    for (const { name, content, verdict } of await mediaCorpus()) {
      if (typeof verdict !== 'string') continue;
      await writeFile(at('file'), content);
      await expect(facts(at('file')), name).rejects.toThrow(UnreadableFile);
    }
  });

  test('videos are converted to fit, with progress', async () => {
    const path = await make('large.mov', ...H264, '-metadata', 'location=+52.5+013.4/', '-b:v', '2M');
    const steps: number[] = [];
    const recipe = { ...MP4, bytesMax: 250_000, widthMax: 161, fpsMax: 24 };
    await transcode(path, out, recipe, (done) => steps.push(done));
    expect(await facts(out)).toMatchObject({ contentType: 'video/mp4', videoCodec: 'h264', width: 160, height: 90 });
    expect((await facts(out)).fps).toBeCloseTo(24, 1);
    expect((await facts(out)).hasMetadata).toBe(false);
    expect(statSync(out).size).toBeLessThanOrEqual(250_000);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.at(-1)).toBe(1);
    rmSync(out);
  });

  test('an abort and a broken video leave no file', async () => {
    const path = await make(
      'long.webm',
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
      '-c:a',
      'libopus',
      '-vf',
      'scale=1280:720',
    );
    const abort = new AbortController();
    const work = transcode(path, out, MP4, () => abort.abort(), abort.signal);
    setTimeout(() => abort.abort(), 1500).unref();
    await expect(work).rejects.toThrow();
    await expect(transcode(path, out, { ...MP4, bytesMax: 1000 }, () => {})).rejects.toThrow(CannotConvert);
    await writeFile(at('file'), video({ codec: 'hvc1' }));
    await expect(transcode(at('file'), out, MP4, () => {})).rejects.toThrow(CannotConvert);
    expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([false, false]);
  });
});
