import { UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';
import type { StoredImage } from './upright.ts';

const UNCOMPRESSED = new Set([0, 3, 6]);

export async function readBmp(reader: Reader): Promise<StoredImage> {
  const head = await reader.exactly(10, 24);
  const offset = head.readUInt32LE(0);
  const headerBytes = head.readUInt32LE(4);
  if (headerBytes < 40 || headerBytes > 124) throw new UnreadableFile('broken', 'is a BMP with an unknown header');
  const width = head.readInt32LE(8);
  const height = Math.abs(head.readInt32LE(12));
  const bits = head.readUInt16LE(18);
  const compression = head.readUInt32LE(20);
  if (width < 1 || ![1, 4, 8, 16, 24, 32].includes(bits)) throw new UnreadableFile('broken', 'is a broken BMP');
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  if (width * height < 2 ** 31 && UNCOMPRESSED.has(compression) && offset + rowBytes * height > reader.bytes)
    throw new UnreadableFile('truncated', 'is a BMP that ends in the middle of its image');
  return { width, height };
}
