import { type Box, boxesIn, childrenOf } from '../containers/iso-boxes.ts';
import { UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';
import type { StoredImage } from './upright.ts';

const META_BYTES_MAX = 4 * 1024 * 1024;
const ITEMS_MAX = 10_000;

/** HEIC and AVIF: reads the properties of the primary item. */
export async function readHeif(reader: Reader): Promise<StoredImage> {
  let meta: Box | undefined;
  // Visits every top-level box, which finds a truncated file.
  for await (const box of boxesIn(reader, 0, reader.bytes)) if (box.type === 'meta') meta ??= box;
  if (meta === undefined) throw new UnreadableFile('broken', 'is an image without a description (meta)');
  if (meta.end - meta.body > META_BYTES_MAX) throw new UnreadableFile('broken', 'has a description that is too long');
  const parts = await childrenOf(reader, meta, 4);
  const primary = await primaryItem(reader, parts.get('pitm'));
  const properties = parts.get('iprp');
  if (primary === undefined || properties === undefined) throw withoutSize();
  const inner = await childrenOf(reader, properties);
  const container = inner.get('ipco');
  const associations = inner.get('ipma');
  if (container === undefined || associations === undefined) throw withoutSize();

  const all: Box[] = [];
  for await (const box of boxesIn(reader, container.body, container.end)) all.push(box);
  const own = (await propertiesOf(reader, associations, primary)).flatMap((index) => all[index - 1] ?? []);
  const extent = own.find(({ type }) => type === 'ispe');
  if (extent === undefined) throw withoutSize();
  const size = await reader.exactly(extent.body + 4, 8);
  const rotation = own.find(({ type }) => type === 'irot');
  const quarters = rotation === undefined ? 0 : (await reader.uint(rotation.body, 1)) & 3;
  const items = parts.get('iinf');
  return {
    width: size.readUInt32BE(0),
    height: size.readUInt32BE(4),
    // Quarters count counterclockwise; EXIF 6 is one quarter clockwise, 8 one counterclockwise.
    orientation: [1, 8, 3, 6][quarters],
    hasMetadata: items !== undefined && (await hasExif(reader, items)),
  };
}

function withoutSize(): UnreadableFile {
  return new UnreadableFile('broken', 'is an image that does not say its size');
}

async function primaryItem(reader: Reader, box: Box | undefined): Promise<number | undefined> {
  if (box === undefined) return undefined;
  const version = await reader.uint(box.body, 1);
  return reader.uint(box.body + 4, version === 0 ? 2 : 4);
}

/** The numbers of an item's properties, counted from 1. */
async function propertiesOf(reader: Reader, box: Box, item: number): Promise<number[]> {
  const head = await reader.exactly(box.body, 8);
  const hasWideIds = (head[0] ?? 0) >= 1;
  const hasWideNumbers = ((head[3] ?? 0) & 1) === 1;
  const items = Math.min(head.readUInt32BE(4), ITEMS_MAX);
  let at = box.body + 8;
  for (let index = 0; index < items && at < box.end; index++) {
    const idBytes = hasWideIds ? 4 : 2;
    const entry = await reader.exactly(at, idBytes + 1);
    const id = entry.readUIntBE(0, idBytes);
    const count = entry[idBytes] ?? 0;
    const numbers = await reader.exactly(at + idBytes + 1, count * (hasWideNumbers ? 2 : 1));
    if (id === item)
      return Array.from({ length: count }, (_, position) =>
        // The highest bit marks properties that a reader must understand.
        hasWideNumbers ? numbers.readUInt16BE(position * 2) & 0x7fff : (numbers[position] ?? 0) & 0x7f,
      );
    at += idBytes + 1 + numbers.length;
  }
  return [];
}

async function hasExif(reader: Reader, items: Box): Promise<boolean> {
  const list = await reader.upTo(items.body, Math.min(items.end - items.body, 64 * 1024));
  return list.includes('infe') && (list.includes('Exif') || list.includes('mime'));
}
