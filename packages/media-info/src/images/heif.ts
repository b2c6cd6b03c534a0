import { type Box, boxesIn, childrenOf } from '../boxes.ts';
import { UnreadableFile } from '../facts.ts';
import type { Reader } from '../reader.ts';
import type { ImageFacts } from './shown.ts';

const META_BYTES_MAX = 4 * 1024 * 1024;
const ITEMS_MAX = 10_000;

/** HEIC and AVIF: the properties of the primary item. */
export async function heifFacts(reader: Reader): Promise<ImageFacts> {
  let meta: Box | undefined;
  // Walking all of them finds what is cut off.
  for await (const box of boxesIn(reader, 0, reader.bytes)) if (box.type === 'meta') meta ??= box;
  if (meta === undefined) throw new UnreadableFile('broken', 'is an image without a description (meta)');
  if (meta.end - meta.body > META_BYTES_MAX) throw new UnreadableFile('broken', 'has a description that is too long');
  const parts = await childrenOf(reader, meta, 4);
  const primary = await primaryItem(reader, parts.get('pitm'));
  const properties = parts.get('iprp');
  if (primary === undefined || properties === undefined) throw missing();
  const inner = await childrenOf(reader, properties);
  const container = inner.get('ipco');
  const associations = inner.get('ipma');
  if (container === undefined || associations === undefined) throw missing();

  const all: Box[] = [];
  for await (const box of boxesIn(reader, container.body, container.end)) all.push(box);
  const own = (await propertiesOf(reader, associations, primary)).flatMap((index) => all[index - 1] ?? []);
  const extent = own.find(({ type }) => type === 'ispe');
  if (extent === undefined) throw missing();
  const size = await reader.at(extent.body + 4, 8);
  const turn = own.find(({ type }) => type === 'irot');
  const quarters = turn === undefined ? 0 : ((await reader.at(turn.body, 1))[0] ?? 0) & 3;
  const items = parts.get('iinf');
  return {
    width: size.readUInt32BE(0),
    height: size.readUInt32BE(4),
    // Quarters are counted against the clock; EXIF's 6 and 8 are one to the right and one to the left.
    orientation: [1, 8, 3, 6][quarters],
    hasMetadata: items !== undefined && (await hasExif(reader, items)),
  };
}

function missing(): UnreadableFile {
  return new UnreadableFile('broken', 'is an image that does not say its size');
}

async function primaryItem(reader: Reader, box: Box | undefined): Promise<number | undefined> {
  if (box === undefined) return undefined;
  const [version = 0] = await reader.at(box.body, 1);
  return version === 0
    ? (await reader.at(box.body + 4, 2)).readUInt16BE(0)
    : (await reader.at(box.body + 4, 4)).readUInt32BE(0);
}

/** Numbers of an item's properties, beginning with 1. */
async function propertiesOf(reader: Reader, box: Box, item: number): Promise<number[]> {
  const head = await reader.at(box.body, 8);
  const wideIds = (head[0] ?? 0) >= 1;
  const wideNumbers = ((head[3] ?? 0) & 1) === 1;
  const items = Math.min(head.readUInt32BE(4), ITEMS_MAX);
  let at = box.body + 8;
  for (let index = 0; index < items && at < box.end; index++) {
    const idBytes = wideIds ? 4 : 2;
    const entry = await reader.at(at, idBytes + 1);
    const id = entry.readUIntBE(0, idBytes);
    const count = entry[idBytes] ?? 0;
    const numbers = await reader.at(at + idBytes + 1, count * (wideNumbers ? 2 : 1));
    if (id === item)
      return Array.from({ length: count }, (_, position) =>
        // The highest bit says that a reader must understand the property.
        wideNumbers ? numbers.readUInt16BE(position * 2) & 0x7fff : (numbers[position] ?? 0) & 0x7f,
      );
    at += idBytes + 1 + numbers.length;
  }
  return [];
}

async function hasExif(reader: Reader, items: Box): Promise<boolean> {
  const list = await reader.some(items.body, Math.min(items.end - items.body, 64 * 1024));
  return list.includes('infe') && (list.includes('Exif') || list.includes('mime'));
}
