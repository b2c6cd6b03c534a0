import { spawn } from 'node:child_process';
import { boundedCommand, isNotRun, lowerPriority } from './bounded-process.ts';
import { CannotConvert } from './render.ts';

const STDERR_LENGTH_MAX = 500;
const CHECK_MS = 1000;
const NICENESS = 10;
/** Far more than a video of 8K takes. */
const MEMORY_BYTES_MAX = 4 * 1024 ** 3;

/** The machine, not the video, made the conversion fail; it may be retried. The message is a whole sentence. */
export class ConversionFailed extends Error {
  override readonly name = 'ConversionFailed';
}

export interface FfmpegRun {
  /** Length of the video. */
  readonly seconds: number;
  /** The conversion is stopped when it takes longer. */
  readonly timeMsMax: number;
  /** The conversion is stopped when it makes no progress for so long. */
  readonly stalledMsMax: number;
  /** Called with a number from 0 to 1. */
  readonly onProgress: (done: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs ffmpeg with low priority and bounded memory. Throws `CannotConvert`, `ConversionFailed`, or the reason of the
 * signal.
 */
export async function runFfmpeg(args: readonly string[], run: FfmpegRun, program = 'ffmpeg'): Promise<void> {
  const { signal } = run;
  signal?.throwIfAborted();
  const [command, commandArgs] = boundedCommand(program, args, { memoryBytesMax: MEMORY_BYTES_MAX });
  const child = spawn(command, commandArgs, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const guard = child.pid === undefined ? undefined : guardProcess(child.pid);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (lines: string) => {
    stderr = (stderr + lines).slice(-STDERR_LENGTH_MAX);
  });
  const monitor = monitorProgress(run, () => child.kill('SIGKILL'));
  child.stdout.setEncoding('utf8').on('data', monitor.read);
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const status = await ended.catch((error: Error) => {
      throw new ConversionFailed(`ffmpeg could not be started (${error.message}).`);
    });
    signal?.throwIfAborted();
    const stopReason = monitor.stopReason();
    if (stopReason !== undefined) throw new ConversionFailed(stopReason);
    if (status === null) throw new ConversionFailed('This machine stopped ffmpeg.');
    if (isNotRun(status)) throw new ConversionFailed('ffmpeg could not be started.');
    if (status !== 0) throw faultOf(stderr);
  } finally {
    monitor.stop();
    guard?.kill('SIGKILL');
    signal?.removeEventListener('abort', stop);
  }
}

/** Reads the progress of ffmpeg, and stops it when it takes too long. */
function monitorProgress({ seconds, timeMsMax, stalledMsMax, onProgress }: FfmpegRun, kill: () => void) {
  const startedMs = performance.now();
  let progressedMs = startedMs;
  let time = 0;
  let done = 0;
  let reason: string | undefined;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (reason !== undefined) return;
    if (nowMs - startedMs > timeMsMax) reason = 'The conversion took too long and was stopped.';
    else if (nowMs - progressedMs > stalledMsMax) reason = 'The conversion made no progress and was stopped.';
    if (reason !== undefined) kill();
  }, CHECK_MS);
  return {
    stopReason: () => reason,
    stop: () => clearInterval(timer),
    read(lines: string) {
      const latest = Number([...lines.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1] ?? 0);
      // The last pass moves the index to the front and reports only its end.
      if (latest > time || lines.includes('progress=end')) progressedMs = performance.now();
      time = Math.max(time, latest);
      const now = seconds > 0 ? Math.min(0.99, time / 1e6 / seconds) : 0;
      if (now <= done) return;
      done = now;
      onProgress(done);
    },
  };
}

/** Lowers the priority of ffmpeg, and kills it when this process dies for any reason. */
function guardProcess(pid: number) {
  lowerPriority(pid, NICENESS);
  // The guard reads from a pipe that closes when this process dies.
  const guard = spawn('sh', ['-c', 'read -r _; kill -9 "$1"', 'guard', `${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  return guard;
}

function faultOf(stderr: string): Error {
  if (/No space left on device|Disk quota exceeded|File too large/i.test(stderr))
    return new ConversionFailed('The disk for converted videos is full.');
  if (/No such file or directory/i.test(stderr)) return new ConversionFailed('The stored video no longer exists.');
  if (/Cannot allocate memory/i.test(stderr)) return new ConversionFailed('ffmpeg ran out of memory.');
  const last = stderr
    .trim()
    .split('\n')
    .at(-1)
    ?.replaceAll(/file:\S+/g, 'it');
  return new CannotConvert(`cannot be converted (${last})`);
}
