import { UnreadableFile } from '../facts.ts';
import type { Reader } from '../reader.ts';
import { exifFacts } from './exif.ts';
import type { ImageFacts } from './shown.ts';

const EXIF_BYTES_MAX = 64 * 1024;

export async function webpFacts(reader: Reader): Promise<ImageFacts> {
  const end = (await reader.at(4, 4)).readUInt32LE(0) + 8;
  if (end > reader.bytes + 1) throw new UnreadableFile('truncated', 'is a WebP that ends too early');
  let size: { readonly width: number; readonly height: number } | undefined;
  let frames = 0;
  let orientation: number | undefined;
  let hasMetadata = end < reader.bytes;
  let hasAlpha = false;
  for (let at = 12; at + 8 <= end; ) {
    const chunk = await reader.at(at, 8);
    const type = chunk.subarray(0, 4).toString('latin1');
    const length = chunk.readUInt32LE(4);
    const body = at + 8;
    if (body + length > end) throw new UnreadableFile('truncated', 'is a WebP that ends inside a chunk');
    if (type === 'VP8X') {
      const canvas = await reader.at(body, 10);
      size = { width: canvas.readUIntLE(4, 3) + 1, height: canvas.readUIntLE(7, 3) + 1 };
      hasAlpha = ((canvas[0] ?? 0) & 0x10) !== 0;
    } else if (type === 'VP8 ') {
      size ??= lossySize(await reader.at(body, 10));
      frames = Math.max(frames, 1);
    } else if (type === 'VP8L') {
      const bits = losslessBits(await reader.at(body, 5));
      size ??= { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
      hasAlpha ||= (bits & 0x10000000) !== 0;
      frames = Math.max(frames, 1);
    } else if (type === 'ANMF') frames += 1;
    else if (type === 'XMP ') hasMetadata = true;
    else if (type === 'EXIF') {
      hasMetadata = true;
      orientation = exifFacts(await reader.some(body, Math.min(length, EXIF_BYTES_MAX))).orientation;
    }
    at = body + length + (length % 2);
  }
  if (size === undefined || frames === 0) throw new UnreadableFile('broken', 'is a WebP without a picture');
  return { ...size, frames, orientation, hasMetadata, hasAlpha };
}

function lossySize(frame: Buffer) {
  if (frame.readUIntBE(3, 3) !== 0x9d012a) throw new UnreadableFile('broken', 'is a WebP with a broken picture');
  return { width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff };
}

function losslessBits(frame: Buffer): number {
  if (frame[0] !== 0x2f) throw new UnreadableFile('broken', 'is a WebP with a broken picture');
  return frame.readUInt32LE(1);
}
