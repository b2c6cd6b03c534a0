import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { CannotConvert } from './render.ts';

const COMPLAINT_LENGTH = 500;
const LOOK_MS = 1000;
/** The service comes first. */
const NICENESS = 10;

/** The conversion ended for a reason that is not the film's: it may be tried again. The message is a whole sentence. */
export class ConversionBroke extends Error {
  override readonly name = 'ConversionBroke';
}

export interface FfmpegRun {
  /** How long the film is. */
  readonly seconds: number;
  /** How long all of it may take. */
  readonly timeMsMax: number;
  /** How long nothing may come of it. */
  readonly silenceMsMax: number;
  /** Told 0 to 1. */
  readonly onProgress: (done: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Runs ffmpeg to its end, beside everything else. Throws `CannotConvert`, `ConversionBroke`, or why the signal was aborted. */
export async function runFfmpeg(args: readonly string[], run: FfmpegRun, program = 'ffmpeg'): Promise<void> {
  const { signal } = run;
  signal?.throwIfAborted();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const guard = child.pid === undefined ? undefined : outliveUs(child.pid);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (lines: string) => {
    complaint = (complaint + lines).slice(-COMPLAINT_LENGTH);
  });
  const clock = watch(run, (reason) => {
    complaint = reason;
    child.kill('SIGKILL');
  });
  child.stdout.setEncoding('utf8').on('data', clock.read);
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const status = await ended.catch((error: Error) => {
      throw new ConversionBroke(`ffmpeg could not be started (${error.message}).`);
    });
    signal?.throwIfAborted();
    if (clock.reason() !== undefined) throw new ConversionBroke(complaint);
    if (status === null) throw new ConversionBroke('ffmpeg was ended by this machine.');
    if (status !== 0) throw faultOf(complaint);
  } finally {
    clock.stop();
    guard?.kill('SIGKILL');
    signal?.removeEventListener('abort', stop);
  }
}

/** Looks at what ffmpeg says of its progress; ends it when that takes too long. */
function watch({ seconds, timeMsMax, silenceMsMax, onProgress }: FfmpegRun, end: (reason: string) => void) {
  const startedMs = performance.now();
  let heardMs = startedMs;
  let time = 0;
  let done = 0;
  let reason: string | undefined;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (reason !== undefined) return;
    if (nowMs - startedMs > timeMsMax) reason = 'The conversion took too long and was stopped.';
    else if (nowMs - heardMs > silenceMsMax) reason = 'The conversion stood still and was stopped.';
    if (reason !== undefined) end(reason);
  }, LOOK_MS);
  return {
    reason: () => reason,
    stop: () => clearInterval(timer),
    read(lines: string) {
      const latest = Number([...lines.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1] ?? 0);
      // The last pass, which moves the table of contents to the front, tells nothing but its end.
      if (latest > time || lines.includes('progress=end')) heardMs = performance.now();
      time = Math.max(time, latest);
      const now = seconds > 0 ? Math.min(0.99, time / 1e6 / seconds) : 0;
      if (now <= done) return;
      done = now;
      onProgress(done);
    },
  };
}

/** Lowers the priority of ffmpeg and ends it when this process dies, however it dies. */
function outliveUs(pid: number) {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It has ended already, or may not be made nicer.
  }
  // The pipe that it reads from is ours: it ends with us.
  const guard = spawn('sh', ['-c', 'read -r _; kill -9 "$1"', 'guard', `${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  return guard;
}

function faultOf(complaint: string): Error {
  if (/No space left on device|Disk quota exceeded|File too large/i.test(complaint))
    return new ConversionBroke('The disk that films are converted on is full.');
  if (/No such file or directory/i.test(complaint))
    return new ConversionBroke('The stored film is not there any more.');
  if (/Cannot allocate memory/i.test(complaint)) return new ConversionBroke('ffmpeg found no memory.');
  const last = complaint
    .trim()
    .split('\n')
    .at(-1)
    ?.replaceAll(/file:\S+/g, 'it');
  return new CannotConvert(`cannot be converted (${last})`);
}
