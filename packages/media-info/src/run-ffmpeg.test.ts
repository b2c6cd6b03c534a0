import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import { CannotConvert } from './render.ts';
import { ConversionBroke, type FfmpegRun, runFfmpeg } from './run-ffmpeg.ts';

const GENEROUS: FfmpegRun = { seconds: 10, timeMsMax: 60_000, silenceMsMax: 60_000, onProgress: () => {} };
/** A shell in the place of ffmpeg. */
const shell = (script: string, run: Partial<FfmpegRun> = {}) =>
  runFfmpeg(['-c', script], { ...GENEROUS, ...run }, 'sh');

test('tells how far it is, and that it is never quite done before its end', async () => {
  const told: number[] = [];
  const script =
    'echo out_time_us=N/A; echo out_time_us=2500000; sleep 0.2; echo out_time_us=99000000; echo progress=end';
  await shell(script, { onProgress: (done) => told.push(done) });
  expect(told).toEqual([0.25, 0.99]);
});

test('what hangs, takes too long or is aborted is ended', async () => {
  const hanging = 'exec sleep 60';
  const talking = 'n=0; while :; do n=$((n+1)); echo out_time_us=$n; sleep 0.1; done';
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 100);
  await Promise.all([
    expect(shell(hanging, { silenceMsMax: 100 })).rejects.toThrow('The conversion stood still and was stopped.'),
    expect(shell(talking, { timeMsMax: 100, silenceMsMax: 5000 })).rejects.toThrow('took too long'),
    expect(shell(hanging, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' }),
  ]);
});

test('a fault of this machine is not one of the film', async () => {
  await expect(shell('echo "file:/tmp/x: Invalid data" >&2; exit 1')).rejects.toThrow(
    new CannotConvert('cannot be converted (it Invalid data)'),
  );
  for (const [script, reason] of [
    ['echo "av_interleaved_write_frame(): No space left on device" >&2; exit 1', /disk .* is full/],
    ['kill -9 $$', /ended by this machine/],
  ] as const) {
    const ending = shell(script);
    await expect(ending).rejects.toThrow(reason);
    await expect(ending).rejects.toBeInstanceOf(ConversionBroke);
  }
  await expect(runFfmpeg([], GENEROUS, '/there/is/none')).rejects.toBeInstanceOf(ConversionBroke);
});

test('it ends when the process dies that began it', async () => {
  const program = `
    const { runFfmpeg } = await import(${JSON.stringify(new URL('./run-ffmpeg.ts', import.meta.url).href)});
    const say = (done) => console.log(done);
    runFfmpeg(['-c', 'echo out_time_us=$$; exec sleep 60'], { seconds: 1, timeMsMax: 60_000, silenceMsMax: 60_000, onProgress: (done) => say(Math.round(done * 1e6)) }, 'sh');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  const isAlive = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  child.kill('SIGKILL');
  await until(async () => !isAlive(), 'it is gone');
});
