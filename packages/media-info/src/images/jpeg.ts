import { checkSize, UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';
import { exifOrientation } from './exif.ts';
import type { StoredImage } from './upright.ts';

const SCAN_BYTES_MAX = 32 * 1024 * 1024;
const SEGMENTS_MAX = 10_000;
/** C4, C8 and CC are no frames. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Decoders do not read lossless, hierarchical and arithmetic-coded frames. */
const UNREADABLE_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** Walks the segments up to the image data, and requires an end marker behind it. */
export async function readJpeg(reader: Reader): Promise<StoredImage> {
  let size: { readonly width: number; readonly height: number } | undefined;
  let orientation: number | undefined;
  let hasMetadata = false;
  let at = 2;
  for (let segments = 0; segments < SEGMENTS_MAX; segments++) {
    const [mark = 0, code = 0, high = 0, low = 0] = await reader.exactly(at, 4);
    if (mark !== 0xff) throw new UnreadableFile('broken', 'is a JPEG with a broken segment');
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (code === 0xd9 || UNREADABLE_FRAMES.has(code))
      throw new UnreadableFile('broken', 'is a JPEG without an image that can be read');
    const length = high * 256 + low;
    if (length < 2) throw new UnreadableFile('broken', 'is a JPEG with a broken segment');
    if (FRAMES.has(code)) {
      const frame = await reader.exactly(at + 4, 6);
      size = { height: frame.readUInt16BE(1), width: frame.readUInt16BE(3) };
      checkSize(size.width, size.height);
    } else if (code === 0xe1) {
      hasMetadata = true;
      const segment = await reader.exactly(at + 4, length - 2);
      if (segment.subarray(0, 4).toString('latin1') === 'Exif') orientation ??= exifOrientation(segment);
    } else if (code === 0xed || code === 0xfe) hasMetadata = true;
    at += 2 + length;
    if (code === 0xda) break;
  }
  if (size === undefined) throw new UnreadableFile('broken', 'is a JPEG that does not say its size');
  // Even an empty image needs one bit for each block of 8 × 8 pixels.
  if ((size.width * size.height) / 512 > reader.bytes)
    throw new UnreadableFile('truncated', 'says that it has far more pixels than it has data for');
  const hasTrailer = await hasDataBehindEnd(reader, at);
  return { ...size, orientation, hasMetadata: hasMetadata || hasTrailer };
}

/** Whether data follows the end marker, as in motion photos. Throws `truncated` when there is no end marker. */
async function hasDataBehindEnd(reader: Reader, start: number): Promise<boolean> {
  const tail = await reader.upTo(Math.max(start, reader.bytes - 64), 64);
  const last = tail.findLastIndex((byte) => byte !== 0);
  if (last > 0 && tail[last] === 0xd9 && tail[last - 1] === 0xff) return false;
  const end = Math.min(reader.bytes, start + SCAN_BYTES_MAX);
  for (let at = start; at < end; ) {
    const piece = await reader.upTo(at, 64 * 1024);
    if (piece.includes('\xff\xd9', 0, 'latin1')) return true;
    if (piece.length < 2) break;
    // The marker may span two pieces.
    at += piece.length - 1;
    if (at >= reader.bytes - 1) break;
  }
  throw new UnreadableFile('truncated', 'is a JPEG that ends in the middle of its image');
}
