import { UnreadableFile } from '../facts.ts';
import type { Reader } from '../reader.ts';
import type { ImageFacts } from './shown.ts';

const UNCOMPRESSED = new Set([0, 3, 6]);

export async function bmpFacts(reader: Reader): Promise<ImageFacts> {
  const start = await reader.at(10, 24);
  const offset = start.readUInt32LE(0);
  const headerBytes = start.readUInt32LE(4);
  if (headerBytes < 40 || headerBytes > 124) throw new UnreadableFile('broken', 'is a BMP with an unknown header');
  const width = start.readInt32LE(8);
  const height = Math.abs(start.readInt32LE(12));
  const bits = start.readUInt16LE(18);
  const compression = start.readUInt32LE(20);
  if (width < 1 || ![1, 4, 8, 16, 24, 32].includes(bits)) throw new UnreadableFile('broken', 'is a broken BMP');
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  if (width * height < 2 ** 31 && UNCOMPRESSED.has(compression) && offset + rowBytes * height > reader.bytes)
    throw new UnreadableFile('truncated', 'is a BMP that ends in the middle of its picture');
  return { width, height };
}
