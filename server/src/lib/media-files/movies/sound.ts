import { UnreadableFile } from '../facts.ts';
import type { Reader } from '../reader.ts';
import type { MovieFacts } from './movie-facts.ts';

const SEARCH_BYTES = 64 * 1024;
const CHUNKS_MAX = 200;
/** Kilobits per second of layer III, by the frame's index. */
const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLES_PER_SECOND = [44_100, 48_000, 32_000];

/** Where ID3 tags and other things before the sound end. */
async function soundStart(reader: Reader): Promise<number> {
  const head = await reader.some(0, 10);
  if (head.length < 10 || head.subarray(0, 3).toString('latin1') !== 'ID3') return 0;
  const length = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0);
  return 10 + length;
}

/** MP3 by its first frame: exact where the frame counts the others, otherwise by its rate. */
export async function mp3Facts(reader: Reader): Promise<MovieFacts> {
  const start = await soundStart(reader);
  if (start >= reader.bytes) throw new UnreadableFile('truncated', 'ends before its sound begins');
  const piece = await reader.some(start, SEARCH_BYTES);
  for (let at = 0; at + 4 <= piece.length; at++) {
    const frame = mp3Frame(piece.readUInt32BE(at));
    if (frame === undefined) continue;
    // One more frame right behind, or the end: a lone pattern of bits is no sound.
    const next = at + frame.bytes;
    if (next + 4 <= piece.length && mp3Frame(piece.readUInt32BE(next)) === undefined) continue;
    const content = piece.subarray(at, at + 200);
    const counted = Math.max(content.indexOf('Xing'), content.indexOf('Info'));
    const hasCount = counted > 0 && counted + 12 <= content.length && ((content[counted + 7] ?? 0) & 1) === 1;
    const seconds = hasCount
      ? (content.readUInt32BE(counted + 8) * frame.samples) / frame.perSecond
      : ((reader.bytes - start - at) * 8) / frame.bitsPerSecond;
    return { kind: 'audio', audioCodec: 'mp3', seconds, hasMetadata: start > 0 };
  }
  throw new UnreadableFile('broken', 'is an MP3 without sound');
}

function mp3Frame(head: number) {
  const version = (head >>> 19) & 3;
  const isLayer3 = head >>> 21 === 0x7ff && ((head >>> 17) & 3) === 1 && version !== 1;
  const perSecond = (SAMPLES_PER_SECOND[(head >>> 10) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const bitsPerSecond = ((version === 3 ? RATES_1 : RATES_2)[(head >>> 12) & 15] ?? 0) * 1000;
  if (!isLayer3 || perSecond === 0 || bitsPerSecond === 0) return undefined;
  const samples = version === 3 ? 1152 : 576;
  return {
    samples,
    perSecond,
    bitsPerSecond,
    bytes: Math.floor((samples / 8) * (bitsPerSecond / perSecond)) + ((head >>> 9) & 1),
  };
}

export async function wavFacts(reader: Reader): Promise<MovieFacts> {
  let bytesPerSecond = 0;
  for (let at = 12, count = 0; at + 8 <= reader.bytes && count < CHUNKS_MAX; count++) {
    const chunk = await reader.at(at, 8);
    const type = chunk.subarray(0, 4).toString('latin1');
    const length = chunk.readUInt32LE(4);
    if (type === 'fmt ') bytesPerSecond = (await reader.at(at + 8, 16)).readUInt32LE(8);
    if (type === 'data' && bytesPerSecond > 0) {
      if (at + 8 + length > reader.bytes) throw new UnreadableFile('truncated', 'ends in the middle of its sound');
      return { kind: 'audio', audioCodec: 'pcm', seconds: length / bytesPerSecond };
    }
    at += 8 + length + (length % 2);
  }
  throw new UnreadableFile('broken', 'is a WAV without sound');
}

/** Ogg with Opus or Vorbis: the last page says how many samples there were. */
export async function oggFacts(reader: Reader): Promise<MovieFacts> {
  const head = await reader.some(0, 256);
  const isOpus = head.includes('OpusHead');
  const vorbis = head.indexOf('\x01vorbis', 0, 'latin1');
  if (!isOpus && vorbis < 0) throw new UnreadableFile('type', 'is an Ogg file with neither Opus nor Vorbis in it');
  const perSecond = isOpus ? 48_000 : head.readUInt32LE(vorbis + 12);
  const tail = await reader.some(Math.max(0, reader.bytes - SEARCH_BYTES), SEARCH_BYTES);
  const page = tail.lastIndexOf('OggS');
  if (perSecond === 0 || page < 0 || page + 14 > tail.length)
    throw new UnreadableFile('truncated', 'ends in the middle of its sound');
  const samples = Number(tail.readBigInt64LE(page + 6));
  return {
    kind: 'audio',
    audioCodec: isOpus ? 'opus' : 'vorbis',
    ...(samples > 0 && { seconds: samples / perSecond }),
  };
}
