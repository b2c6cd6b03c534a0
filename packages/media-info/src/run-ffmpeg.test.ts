import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { CannotConvert } from './render.ts';
import { ConversionFailed, type FfmpegRun, runFfmpeg } from './run-ffmpeg.ts';

const GENEROUS: FfmpegRun = { seconds: 10, timeMsMax: 60_000, stalledMsMax: 60_000, onProgress: () => {} };
/** Runs a shell in the place of ffmpeg. */
const shell = (script: string, run: Partial<FfmpegRun> = {}) =>
  runFfmpeg(['-c', script], { ...GENEROUS, ...run }, 'sh');

test('progress is reported and stays below 1 until the end', async () => {
  const reported: number[] = [];
  const script =
    'echo out_time_us=N/A; echo out_time_us=2500000; sleep 0.2; echo out_time_us=99000000; echo progress=end';
  await shell(script, { onProgress: (done) => reported.push(done) });
  expect(reported).toEqual([0.25, 0.99]);
});

test('a conversion that stalls, takes too long or is aborted is stopped', async () => {
  const hanging = 'exec sleep 60';
  const talking = 'n=0; while :; do n=$((n+1)); echo out_time_us=$n; sleep 0.1; done';
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 100);
  await Promise.all([
    expect(shell(hanging, { stalledMsMax: 100 })).rejects.toThrow('The conversion made no progress and was stopped.'),
    expect(shell(talking, { timeMsMax: 100, stalledMsMax: 5000 })).rejects.toThrow('took too long'),
    expect(shell(hanging, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' }),
  ]);
});

test('a fault of the machine is not blamed on the video', async () => {
  await expect(shell('echo "file:/tmp/x: Invalid data" >&2; exit 1')).rejects.toThrow(
    new CannotConvert('cannot be converted (it Invalid data)'),
  );
  for (const [script, reason] of [
    ['echo "av_interleaved_write_frame(): No space left on device" >&2; exit 1', /disk .* is full/],
    ['kill -9 $$', /This machine stopped ffmpeg/],
  ] as const) {
    const ending = shell(script);
    await expect(ending).rejects.toThrow(reason);
    await expect(ending).rejects.toBeInstanceOf(ConversionFailed);
  }
  await expect(runFfmpeg([], GENEROUS, '/there/is/none')).rejects.toBeInstanceOf(ConversionFailed);
});

test('it stops when the process that started it dies', async () => {
  const program = `
    const { runFfmpeg } = await import(${JSON.stringify(new URL('./run-ffmpeg.ts', import.meta.url).href)});
    const say = (done) => console.log(done);
    runFfmpeg(['-c', 'echo out_time_us=$$; exec sleep 60'], { seconds: 1, timeMsMax: 60_000, stalledMsMax: 60_000, onProgress: (done) => say(Math.round(done * 1e6)) }, 'sh');`;
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
  await expect.poll(isAlive, { timeout: 10_000 }).toBe(false);
});
