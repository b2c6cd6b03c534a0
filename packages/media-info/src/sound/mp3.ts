import { type PlaybackFacts, UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';

const SEARCH_BYTES = 64 * 1024;
/** Kilobits a second of layer III, by the frame's index: MPEG 1, and MPEG 2 and 2.5. */
const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLES_PER_SECOND = [44_100, 48_000, 32_000];

/** Reads the first frame: the duration is exact where it counts the other frames, otherwise it follows from its rate. */
export async function readMp3(reader: Reader): Promise<PlaybackFacts> {
  const start = await soundStart(reader);
  if (start >= reader.bytes) throw new UnreadableFile('truncated', 'ends before its sound begins');
  const piece = await reader.upTo(start, SEARCH_BYTES);
  for (let at = 0; at + 4 <= piece.length; at++) {
    const frame = readFrame(piece.readUInt32BE(at));
    if (frame === undefined) continue;
    // Another frame or the end must follow: a lone pattern of bits is no sound.
    const next = at + frame.bytes;
    if (next + 4 <= piece.length && readFrame(piece.readUInt32BE(next)) === undefined) continue;
    const content = piece.subarray(at, at + 200);
    const tag = Math.max(content.indexOf('Xing'), content.indexOf('Info'));
    const hasCount = tag > 0 && tag + 12 <= content.length && ((content[tag + 7] ?? 0) & 1) === 1;
    const seconds = hasCount
      ? (content.readUInt32BE(tag + 8) * frame.samples) / frame.samplesPerSecond
      : ((reader.bytes - start - at) * 8) / frame.bitsPerSecond;
    return { kind: 'audio', audioCodec: 'mp3', seconds, hasMetadata: start > 0 };
  }
  throw new UnreadableFile('broken', 'is an MP3 without sound');
}

/** The end of the ID3 tag. */
async function soundStart(reader: Reader): Promise<number> {
  const head = await reader.upTo(0, 10);
  if (head.length < 10 || head.subarray(0, 3).toString('latin1') !== 'ID3') return 0;
  return head.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0) + 10;
}

function readFrame(head: number) {
  const version = (head >>> 19) & 3;
  const isLayer3 = head >>> 21 === 0x7ff && ((head >>> 17) & 3) === 1 && version !== 1;
  const samplesPerSecond = (SAMPLES_PER_SECOND[(head >>> 10) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const bitsPerSecond = ((version === 3 ? RATES_1 : RATES_2)[(head >>> 12) & 15] ?? 0) * 1000;
  if (!isLayer3 || samplesPerSecond === 0 || bitsPerSecond === 0) return undefined;
  const samples = version === 3 ? 1152 : 576;
  const bytes = Math.floor((samples / 8) * (bitsPerSecond / samplesPerSecond)) + ((head >>> 9) & 1);
  return { samples, samplesPerSecond, bitsPerSecond, bytes };
}
