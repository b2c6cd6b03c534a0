import { crc32 } from 'node:zlib';
import { checkSize, UnreadableFile } from '../facts.ts';
import type { Reader } from '../reader.ts';
import { exifFacts } from './exif.ts';
import type { ImageFacts } from './shown.ts';

/** Samples per pixel by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const METADATA = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);
/** Deflate makes nothing larger than this many times its size. */
const DEFLATE_RATIO_MAX = 1040;
const EXIF_BYTES_MAX = 64 * 1024;

/** Walks the chunks, which also finds what is cut off, and compares the picture's data with the size that it claims. */
export async function pngFacts(reader: Reader): Promise<ImageFacts> {
  const { width, height, rawBytes, alpha } = header(await reader.at(8, 25));
  let frames = 1;
  let orientation: number | undefined;
  let hasMetadata = false;
  let hasAlpha = alpha;
  let dataBytes = 0;
  for (let at = 33; ; ) {
    const chunk = await reader.at(at, 8);
    const length = chunk.readUInt32BE(0);
    const type = chunk.subarray(4, 8).toString('latin1');
    if (!/^[A-Za-z]{4}$/.test(type)) throw new UnreadableFile('broken', 'is a PNG with a broken chunk');
    const next = at + 12 + length;
    if (next > reader.bytes) throw new UnreadableFile('truncated', `is a PNG that ends inside its ${type} chunk`);
    if (type === 'IDAT') dataBytes += length;
    else if (type === 'acTL') frames = Math.max(1, (await reader.at(at + 8, 4)).readUInt32BE(0));
    else if (type === 'tRNS') hasAlpha = true;
    else if (type === 'eXIf')
      orientation = exifFacts(await reader.some(at + 8, Math.min(length, EXIF_BYTES_MAX))).orientation;
    if (METADATA.has(type)) hasMetadata = true;
    at = next;
    if (type === 'IEND') {
      if (at < reader.bytes) hasMetadata = true;
      break;
    }
  }
  if (dataBytes * DEFLATE_RATIO_MAX < rawBytes)
    throw new UnreadableFile('truncated', 'says that it has far more pixels than it has data for');
  // Interlaced rows of thin images have twice as many filters.
  if (dataBytes > rawBytes * 2 + 4096) throw new UnreadableFile('foreign', 'has far more data than its pixels need');
  return { width, height, frames, orientation, hasMetadata, hasAlpha };
}

function header(chunk: Buffer) {
  if (chunk.readUInt32BE(0) !== 13 || chunk.subarray(4, 8).toString('latin1') !== 'IHDR')
    throw new UnreadableFile('broken', 'is a PNG without a header');
  if (crc32(chunk.subarray(4, 21)) !== chunk.readUInt32BE(21))
    throw new UnreadableFile('broken', 'is a PNG whose header has the wrong checksum');
  const width = chunk.readUInt32BE(8);
  const height = chunk.readUInt32BE(12);
  const depth = chunk[16] ?? 0;
  const colour = chunk[17] ?? 0;
  const samples = SAMPLES[colour];
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth))
    throw new UnreadableFile('broken', 'is a PNG with unknown colours');
  checkSize(width, height);
  return {
    width,
    height,
    // Each row begins with the byte of its filter.
    rawBytes: height * (1 + Math.ceil((width * samples * depth) / 8)),
    alpha: colour === 4 || colour === 6,
  };
}
