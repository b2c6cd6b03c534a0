import { checkFrames, checkSize, UnreadableFile } from '../facts.ts';
import type { Reader } from '../reader.ts';
import type { ImageFacts } from './shown.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const END = 0x3b;
const COMMENT = 0xfe;

/** Walks all blocks, because nothing else tells how many pictures there are and whether the last is whole. */
export async function gifFacts(reader: Reader): Promise<ImageFacts> {
  const screen = await reader.at(6, 7);
  const width = screen.readUInt16LE(0);
  const height = screen.readUInt16LE(2);
  checkSize(width, height);
  let at = 13 + coloursBytes(screen[4] ?? 0);
  let frames = 0;
  let hasMetadata = false;
  for (;;) {
    const [kind = 0, label = 0] = await reader.some(at, 2);
    if (at >= reader.bytes) throw new UnreadableFile('truncated', 'is a GIF without its end');
    if (kind === END) break;
    if (kind === EXTENSION) {
      if (label === COMMENT) hasMetadata = true;
      at = await behindParts(reader, at + 2);
    } else if (kind === IMAGE) {
      const image = await reader.at(at + 1, 9);
      frames += 1;
      checkFrames(frames);
      checkSize(image.readUInt16LE(4), image.readUInt16LE(6));
      at = await behindParts(reader, at + 11 + coloursBytes(image[8] ?? 0));
    } else throw new UnreadableFile('broken', 'is a GIF with a broken block');
  }
  if (frames === 0) throw new UnreadableFile('broken', 'is a GIF without a picture');
  return { width, height, frames, hasMetadata: hasMetadata || at + 1 < reader.bytes, hasAlpha: true };
}

function coloursBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

async function behindParts(reader: Reader, start: number): Promise<number> {
  let at = start;
  for (;;) {
    const [length = 0] = await reader.at(at, 1);
    at += 1 + length;
    if (length === 0) return at;
  }
}
