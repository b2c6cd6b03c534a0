import { checkSize, UnreadableFile } from '../facts.ts';
import type { Reader } from '../reader.ts';
import { aviCodec } from './codecs.ts';
import type { MovieFacts } from './movie-facts.ts';

const CHUNKS_MAX = 500;

export async function aviFacts(reader: Reader): Promise<MovieFacts> {
  const top = await reader.at(0, 24);
  if (top.readUInt32LE(4) + 8 > reader.bytes + 1)
    throw new UnreadableFile('truncated', 'is an AVI that ends too early');
  const isList =
    top.subarray(12, 16).toString('latin1') === 'LIST' && top.subarray(20, 24).toString('latin1') === 'hdrl';
  if (!isList) throw new UnreadableFile('broken', 'is an AVI without a head');
  const end = Math.min(20 + top.readUInt32LE(16), reader.bytes);
  const facts: { width?: number; height?: number; seconds?: number; fps?: number; videoCodec?: string } = {};
  let count = 0;
  for (let at = 24; at + 8 <= end && count < CHUNKS_MAX; count++) {
    const chunk = await reader.at(at, 8);
    const type = chunk.subarray(0, 4).toString('latin1');
    const length = chunk.readUInt32LE(4);
    if (type === 'avih') {
      const head = await reader.at(at + 8, 40);
      facts.width = head.readUInt32LE(32);
      facts.height = head.readUInt32LE(36);
      checkSize(facts.width, facts.height);
    } else if (type === 'strh' && facts.videoCodec === undefined) {
      const stream = await reader.at(at + 8, 36);
      const scale = stream.readUInt32LE(20);
      const rate = stream.readUInt32LE(24);
      if (stream.subarray(0, 4).toString('latin1') === 'vids' && scale > 0 && rate > 0) {
        facts.videoCodec = aviCodec(stream.subarray(4, 8).toString('latin1'));
        facts.fps = rate / scale;
        facts.seconds = stream.readUInt32LE(32) / facts.fps;
      }
    }
    // Lists are walked through, other chunks are passed.
    at += type === 'LIST' ? 12 : 8 + length + (length % 2);
  }
  if (facts.width === undefined || facts.videoCodec === undefined)
    throw new UnreadableFile('broken', 'is an AVI without a picture');
  return { kind: 'video', ...facts };
}
