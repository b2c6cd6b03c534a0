import { execFile } from 'node:child_process';
import { createGate } from '../../gate.ts';
import { checkSize, UnreadableFile } from '../facts.ts';
import type { MovieFacts } from './movie-facts.ts';

/** So many uploads may be looked into at once as come in; each look is a process. */
const inTurn = createGate(2);
const SECONDS_MAX = 15;
const ANSWER_BYTES_MAX = 256 * 1024;
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

interface Answer {
  readonly streams?: readonly Stream[];
  readonly format?: { readonly duration?: string };
}

/**
 * Asks ffprobe, where it is installed, and adds what it knows to what we read. It looks into the streams, so its sizes
 * and codecs hold; of two lengths the longer holds, so that no limit is slipped past. What it cannot open is refused.
 */
export async function probe(path: string, read: MovieFacts): Promise<MovieFacts> {
  const answer = await inTurn(() => ask(path));
  if (answer === undefined) return read;
  const streams = answer.streams ?? [];
  const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1);
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  if (read.kind === 'video' ? video === undefined : audio === undefined)
    throw new UnreadableFile('broken', `has no ${read.kind === 'video' ? 'pictures' : 'sound'} that can be read`);
  const seconds = Math.max(read.seconds ?? 0, Number(answer.format?.duration) || 0);
  return {
    ...read,
    ...(seconds > 0 && { seconds }),
    ...(read.kind === 'video' && video !== undefined && videoFacts(video)),
    ...(audio?.codec_name !== undefined && { audioCodec: codecName(audio.codec_name) }),
  };
}

function videoFacts({ width = 0, height = 0, codec_name, avg_frame_rate = '', side_data_list = [] }: Stream) {
  const rotation = side_data_list.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const lies = Math.abs(rotation) % 180 === 90;
  const [frames = 0, seconds = 0] = avg_frame_rate.split('/').map(Number);
  if (width > 0 && height > 0) checkSize(width, height);
  return {
    ...(width > 0 && height > 0 && { width: lies ? height : width, height: lies ? width : height }),
    ...(codec_name !== undefined && { videoCodec: codec_name }),
    ...(frames > 0 && seconds > 0 && { fps: frames / seconds }),
  };
}

function codecName(name: string): string {
  return /^pcm_[sfu]/.test(name) ? 'pcm' : name;
}

/** Undefined when there is no ffprobe, or it has not answered in time. */
function ask(path: string): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    execFile(
      'ffprobe',
      [...ARGUMENTS, `file:${path}`],
      { timeout: SECONDS_MAX * 1000, killSignal: 'SIGKILL', maxBuffer: ANSWER_BYTES_MAX, windowsHide: true },
      (error, output) => {
        if (error === null) return resolve(JSON.parse(output));
        if (typeof error.code !== 'number') return resolve(undefined);
        reject(new UnreadableFile('broken', 'cannot be opened as a film or as sound'));
      },
    );
  });
}
