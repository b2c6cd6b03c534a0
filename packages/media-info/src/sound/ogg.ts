import { type PlaybackFacts, UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';

const LAST_PAGE_BYTES = 64 * 1024;

/** Ogg with Opus or Vorbis: the last page has the number of all samples. */
export async function readOgg(reader: Reader): Promise<PlaybackFacts> {
  const head = await reader.upTo(0, 256);
  const isOpus = head.includes('OpusHead');
  const vorbis = head.indexOf('\x01vorbis', 0, 'latin1');
  if (!isOpus && vorbis < 0) throw new UnreadableFile('type', 'is an Ogg file with neither Opus nor Vorbis in it');
  const samplesPerSecond = isOpus ? 48_000 : head.readUInt32LE(vorbis + 12);
  const tail = await reader.upTo(Math.max(0, reader.bytes - LAST_PAGE_BYTES), LAST_PAGE_BYTES);
  const page = tail.lastIndexOf('OggS');
  if (samplesPerSecond === 0 || page < 0 || page + 14 > tail.length)
    throw new UnreadableFile('truncated', 'ends in the middle of its sound');
  const samples = Number(tail.readBigInt64LE(page + 6));
  return {
    kind: 'audio',
    audioCodec: isOpus ? 'opus' : 'vorbis',
    seconds: samples > 0 ? samples / samplesPerSecond : undefined,
  };
}
