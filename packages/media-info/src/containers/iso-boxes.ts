import { UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';

/** One box of the ISO base media format (MP4, MOV, HEIC, AVIF). `body` is the place where its content begins. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/** More sibling boxes are either fragments without an index or an attempt to keep us busy. */
const BOXES_MAX = 4000;

/**
 * The boxes from `start` to `end`. A top-level box of size 0 reaches to the end of the file; one that reaches further
 * means a truncated file. A box that reaches beyond its parent is broken.
 */
export async function* boxesIn(reader: Reader, start: number, end: number): AsyncGenerator<Box> {
  const isFile = end === reader.bytes;
  let count = 0;
  for (let at = start; at + 8 <= end; ) {
    count += 1;
    if (count > BOXES_MAX) throw new UnreadableFile('too_large', 'has too many parts; save it as one ordinary file');
    const head = await reader.exactly(at, 8);
    const type = head.subarray(4, 8).toString('latin1');
    let size = head.readUInt32BE(0);
    let body = at + 8;
    // QuickTime ends lists of user data with four zeros.
    if (size === 0 && !isFile) return;
    if (size === 0) size = end - at;
    else if (size === 1) {
      size = await reader.uint(body, 8);
      body += 8;
    }
    if (size < body - at) throw new UnreadableFile('broken', `has a broken part (${printable(type)})`);
    if (at + size > end)
      throw isFile
        ? new UnreadableFile('truncated', `ends inside a part (${printable(type)}) that should be ${size} bytes long`)
        : new UnreadableFile('broken', `has a part (${printable(type)}) that is longer than its container`);
    yield { type, start: at, body, end: at + size };
    at += size;
  }
}

/** The children of a box by type, the first of each. `skip`: bytes before the first child. */
export async function childrenOf(reader: Reader, box: Box, skip = 0): Promise<ReadonlyMap<string, Box>> {
  const found = new Map<string, Box>();
  for await (const child of boxesIn(reader, box.body + skip, box.end))
    if (!found.has(child.type)) found.set(child.type, child);
  return found;
}

/** Messages show the type, so it consists of letters or is left out. */
function printable(type: string): string {
  return /^[\w© -]{4}$/.test(type) ? type.trim() : 'unknown';
}
