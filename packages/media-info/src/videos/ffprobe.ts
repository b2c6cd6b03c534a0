import { type ExecFileException, execFile } from 'node:child_process';
import pLimit from 'p-limit';
import { boundedCommand, isNotRun, lowerPriority } from '../bounded-process.ts';
import { checkSize, type PlaybackFacts, UnreadableFile } from '../file-facts.ts';

/** Each call is a process, and many uploads may arrive at once. */
const limiter = pLimit(2);
/** A busy machine may give a process little time, so the bound of its CPU time is the one that counts. */
const SECONDS_MAX = 30;
/** A request waits for it, so it has more of the processor than a conversion. */
const NICENESS = 5;
/** Videos of many hours take less than a second and 200 MB. */
const BOUNDS = { memoryBytesMax: 768 * 1024 ** 2, cpuSecondsMax: 5 };
const OUTPUT_BYTES_MAX = 256 * 1024;
const ARGUMENTS = [
  ...['-v', 'quiet', '-protocol_whitelist', 'file', '-print_format', 'json', '-show_entries'],
  'format=duration:stream=codec_type,codec_name,width,height,avg_frame_rate:stream_disposition=attached_pic:stream_side_data=rotation',
];

interface Stream {
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly avg_frame_rate?: string;
  readonly disposition?: { readonly attached_pic?: number };
  readonly side_data_list?: readonly { readonly rotation?: number }[];
}

interface Output {
  readonly streams?: readonly Stream[];
  readonly format?: { readonly duration?: string };
}

/**
 * Completes our facts with those of ffprobe, where it is installed. Its sizes and codecs win, because it reads the
 * streams. The longer duration wins, so that a false header evades no limit. Throws when ffprobe cannot open the file or
 * takes too long.
 */
export async function completeWithFfprobe(
  path: string,
  facts: PlaybackFacts,
  program = 'ffprobe',
): Promise<PlaybackFacts> {
  const output = await limiter(() => runFfprobe(path, program));
  if (output === undefined) return facts;
  const streams = output.streams ?? [];
  const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1);
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  const isVideo = facts.kind === 'video';
  if ((isVideo ? video : audio) === undefined)
    throw new UnreadableFile('broken', `has no ${isVideo ? 'images' : 'sound'} that can be read`);
  const seconds = Math.max(facts.seconds ?? 0, Number(output.format?.duration) || 0);
  return {
    ...facts,
    seconds: seconds > 0 ? seconds : undefined,
    ...(isVideo && video !== undefined && videoFacts(video)),
    ...(audio?.codec_name !== undefined && { audioCodec: audio.codec_name.replace(/^pcm_[sfu].*/, 'pcm') }),
  };
}

function videoFacts({ width = 0, height = 0, codec_name, avg_frame_rate = '', side_data_list = [] }: Stream) {
  const rotation = side_data_list.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const isSideways = Math.abs(rotation) % 180 === 90;
  const [frames = 0, seconds = 0] = avg_frame_rate.split('/').map(Number);
  const hasSize = width > 0 && height > 0;
  if (hasSize) checkSize(width, height);
  return {
    ...(hasSize && (isSideways ? { width: height, height: width } : { width, height })),
    ...(codec_name !== undefined && { videoCodec: codec_name }),
    ...(frames > 0 && seconds > 0 && { fps: frames / seconds }),
  };
}

/** Undefined when ffprobe is not installed or cannot be started. */
function runFfprobe(path: string, program: string): Promise<Output | undefined> {
  const [command, args] = boundedCommand(program, [...ARGUMENTS, `file:${path}`], BOUNDS);
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      args,
      { timeout: SECONDS_MAX * 1000, killSignal: 'SIGKILL', maxBuffer: OUTPUT_BYTES_MAX, windowsHide: true },
      (error, output) => {
        const facts = error === null ? parsed(output) : undefined;
        if (facts !== undefined) return resolve(facts);
        if (error !== null && isOfMachine(error)) return resolve(undefined);
        const isStopped = error !== null && typeof error.code !== 'number';
        const message = isStopped ? 'takes too long to be checked' : 'cannot be opened as a video or as sound';
        reject(new UnreadableFile(isStopped ? 'too_large' : 'broken', message));
      },
    );
    lowerPriority(child.pid, NICENESS);
  });
}

/** Whether the process could not be started. One that was stopped has a signal, or wrote too much. */
function isOfMachine({ code, signal }: ExecFileException): boolean {
  if (typeof code === 'number') return isNotRun(code);
  return signal == null && code !== 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
}

function parsed(output: string): Output | undefined {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}
