import { execFile } from 'node:child_process';
import pLimit from 'p-limit';
import { checkSize, type PlaybackFacts, UnreadableFile } from '../file-facts.ts';

/** Each call is a process, and many uploads may arrive at once. */
const limiter = pLimit(2);
const SECONDS_MAX = 15;
const OUTPUT_BYTES_MAX = 256 * 1024;
const ARGUMENTS = [
  ...['-v', 'error', '-protocol_whitelist', 'file', '-print_format', 'json', '-show_entries'],
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
 * streams. The longer duration wins, so that a false header evades no limit. Throws when ffprobe cannot open the file.
 */
export async function completeWithFfprobe(path: string, facts: PlaybackFacts): Promise<PlaybackFacts> {
  const output = await limiter(() => runFfprobe(path));
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

/** Undefined when ffprobe is not installed or did not finish in time. */
function runFfprobe(path: string): Promise<Output | undefined> {
  return new Promise((resolve, reject) => {
    execFile(
      'ffprobe',
      [...ARGUMENTS, `file:${path}`],
      { timeout: SECONDS_MAX * 1000, killSignal: 'SIGKILL', maxBuffer: OUTPUT_BYTES_MAX, windowsHide: true },
      (error, output) => {
        if (error === null) return resolve(JSON.parse(output));
        if (typeof error.code !== 'number') return resolve(undefined);
        reject(new UnreadableFile('broken', 'cannot be opened as a video or as sound'));
      },
    );
  });
}
