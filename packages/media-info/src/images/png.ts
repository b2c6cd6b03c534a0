import { crc32 } from 'node:zlib';
import { checkSize, UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';
import { exifOrientation } from './exif.ts';
import type { StoredImage } from './upright.ts';

/** Samples per pixel by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const METADATA = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);
/** Deflate expands data at most this many times. */
const DEFLATE_RATIO_MAX = 1040;
const EXIF_BYTES_MAX = 64 * 1024;

/** Walks all chunks, which finds a truncated file, and compares the amount of data with the declared size. */
export async function readPng(reader: Reader): Promise<StoredImage> {
  const { width, height, rawBytes, ...header } = readHeader(await reader.exactly(8, 25));
  let frames = 1;
  let orientation: number | undefined;
  let hasMetadata = false;
  let { hasAlpha } = header;
  let dataBytes = 0;
  for (let at = 33; ; ) {
    const chunk = await reader.exactly(at, 8);
    const length = chunk.readUInt32BE(0);
    const type = chunk.subarray(4, 8).toString('latin1');
    if (!/^[A-Za-z]{4}$/.test(type)) throw new UnreadableFile('broken', 'is a PNG with a broken chunk');
    const next = at + 12 + length;
    if (next > reader.bytes) throw new UnreadableFile('truncated', `is a PNG that ends inside its ${type} chunk`);
    if (type === 'IDAT') dataBytes += length;
    else if (type === 'acTL') frames = Math.max(1, await reader.uint(at + 8, 4));
    else if (type === 'tRNS') hasAlpha = true;
    else if (type === 'eXIf')
      orientation = exifOrientation(await reader.upTo(at + 8, Math.min(length, EXIF_BYTES_MAX)));
    if (METADATA.has(type)) hasMetadata = true;
    at = next;
    if (type === 'IEND') {
      if (at < reader.bytes) hasMetadata = true;
      break;
    }
  }
  if (dataBytes * DEFLATE_RATIO_MAX < rawBytes)
    throw new UnreadableFile('truncated', 'says that it has far more pixels than it has data for');
  // Interlacing up to doubles the filter bytes of thin images.
  if (dataBytes > rawBytes * 2 + 4096) throw new UnreadableFile('unsafe', 'has far more data than its pixels need');
  return { width, height, frames, orientation, hasMetadata, hasAlpha };
}

function readHeader(chunk: Buffer) {
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
    // Each row begins with a filter byte.
    rawBytes: height * (1 + Math.ceil((width * samples * depth) / 8)),
    hasAlpha: colour === 4 || colour === 6,
  };
}
