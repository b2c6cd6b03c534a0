import { riffChunks } from '../containers/riff-chunks.ts';
import { UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';
import { exifOrientation } from './exif.ts';
import type { StoredImage } from './upright.ts';

const EXIF_BYTES_MAX = 64 * 1024;

export async function readWebp(reader: Reader): Promise<StoredImage> {
  const end = (await reader.exactly(4, 4)).readUInt32LE(0) + 8;
  if (end > reader.bytes + 1) throw new UnreadableFile('truncated', 'is a WebP that ends too early');
  let size: { readonly width: number; readonly height: number } | undefined;
  let frames = 0;
  let orientation: number | undefined;
  let hasMetadata = end < reader.bytes;
  let hasAlpha = false;
  for await (const { type, body, length } of riffChunks(reader, 12, end)) {
    if (body + length > end) throw new UnreadableFile('truncated', 'is a WebP that ends inside a chunk');
    if (type === 'VP8X') {
      const canvas = await reader.exactly(body, 10);
      size = { width: canvas.readUIntLE(4, 3) + 1, height: canvas.readUIntLE(7, 3) + 1 };
      hasAlpha = ((canvas[0] ?? 0) & 0x10) !== 0;
    } else if (type === 'VP8 ') {
      size ??= lossySize(await reader.exactly(body, 10));
      frames = Math.max(frames, 1);
    } else if (type === 'VP8L') {
      const bits = losslessBits(await reader.exactly(body, 5));
      size ??= { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
      hasAlpha ||= (bits & 0x10000000) !== 0;
      frames = Math.max(frames, 1);
    } else if (type === 'ANMF') frames += 1;
    else if (type === 'XMP ') hasMetadata = true;
    else if (type === 'EXIF') {
      hasMetadata = true;
      orientation = exifOrientation(await reader.upTo(body, Math.min(length, EXIF_BYTES_MAX)));
    }
  }
  if (size === undefined || frames === 0) throw new UnreadableFile('broken', 'is a WebP without an image');
  return { ...size, frames, orientation, hasMetadata, hasAlpha };
}

function lossySize(frame: Buffer) {
  if (frame.readUIntBE(3, 3) !== 0x9d012a) throw new UnreadableFile('broken', 'is a WebP with a broken image');
  return { width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff };
}

function losslessBits(frame: Buffer): number {
  if (frame[0] !== 0x2f) throw new UnreadableFile('broken', 'is a WebP with a broken image');
  return frame.readUInt32LE(1);
}
