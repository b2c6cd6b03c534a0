import { UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';
import type { StoredImage } from './upright.ts';

const ENTRIES_MAX = 1000;
const PAGES_MAX = 1000;
const PIECES_BYTES_MAX = 512 * 1024;
const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 };
const TAG = { width: 256, height: 257, strips: 273, orientation: 274, stripBytes: 279, tiles: 324, tileBytes: 325 };
const EXTRA_SAMPLES = 338;
/** XMP, IPTC, EXIF, GPS. */
const METADATA = [700, 33723, 34665, 34853];

interface Entry {
  readonly type: number;
  readonly count: number;
  /** The offset of its values in the file. */
  readonly at: number;
}

/** Reads the directory of the first page, checks that its data is there, and counts the other pages. */
export async function readTiff(reader: Reader): Promise<StoredImage> {
  const head = await reader.exactly(0, 8);
  const isLittle = head[0] === 0x49;
  const u16 = (piece: Buffer, at = 0) => (isLittle ? piece.readUInt16LE(at) : piece.readUInt16BE(at));
  const u32 = (piece: Buffer, at = 0) => (isLittle ? piece.readUInt32LE(at) : piece.readUInt32BE(at));
  if (u16(head, 2) !== 42) throw new UnreadableFile('type', 'is a BigTIFF, which no platform accepts');

  async function valuesOf(entry: Entry | undefined): Promise<number[]> {
    const size = entry === undefined ? undefined : TYPE_BYTES[entry.type];
    if (entry === undefined || size === undefined || size > 4) return [];
    if (entry.count * size > PIECES_BYTES_MAX) throw new UnreadableFile('broken', 'is a TIFF with far too many pieces');
    const piece = await reader.exactly(entry.at, entry.count * size);
    const valueAt = (at: number) => (size === 4 ? u32(piece, at) : size === 2 ? u16(piece, at) : (piece[at] ?? 0));
    return Array.from({ length: entry.count }, (_, index) => valueAt(index * size));
  }

  async function directory(start: number) {
    const count = u16(await reader.exactly(start, 2));
    if (count > ENTRIES_MAX) throw new UnreadableFile('broken', 'is a TIFF with a broken directory');
    const table = await reader.exactly(start + 2, count * 12 + 4);
    const entries = new Map<number, Entry>();
    for (let at = 0; at < count * 12; at += 12) {
      const type = u16(table, at + 2);
      const valueCount = u32(table, at + 4);
      const isInline = valueCount * (TYPE_BYTES[type] ?? 8) <= 4;
      const values = isInline ? start + 2 + at + 8 : u32(table, at + 8);
      if (!isInline && values + valueCount * (TYPE_BYTES[type] ?? 1) > reader.bytes)
        throw new UnreadableFile('truncated', 'is a TIFF that ends before its description does');
      entries.set(u16(table, at), { type, count: valueCount, at: values });
    }
    return { entries, next: u32(table, count * 12) };
  }

  const { entries, next } = await directory(u32(head, 4));
  const [width = 0] = await valuesOf(entries.get(TAG.width));
  const [height = 0] = await valuesOf(entries.get(TAG.height));
  const [orientation] = await valuesOf(entries.get(TAG.orientation));
  const offsets = await valuesOf(entries.get(TAG.strips) ?? entries.get(TAG.tiles));
  const sizes = await valuesOf(entries.get(TAG.stripBytes) ?? entries.get(TAG.tileBytes));
  if (offsets.length === 0) throw new UnreadableFile('broken', 'is a TIFF without an image');
  if (offsets.some((offset, index) => offset + (sizes[index] ?? 1) > reader.bytes))
    throw new UnreadableFile('truncated', 'is a TIFF that ends in the middle of its image');

  let pages = 1;
  const seen = new Set<number>();
  for (let start = next; start !== 0; pages++) {
    if (seen.has(start) || pages > PAGES_MAX) throw new UnreadableFile('broken', 'is a TIFF whose pages have no end');
    seen.add(start);
    start = (await directory(start)).next;
  }
  const hasMetadata = METADATA.some((tag) => entries.has(tag));
  return { width, height, frames: pages, orientation, hasMetadata, hasAlpha: entries.has(EXTRA_SAMPLES) };
}
