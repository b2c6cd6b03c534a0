import { checkFrames, checkSize, UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';
import type { StoredImage } from './upright.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const COMMENT = 0xfe;

/** Walks all blocks: only they show how many images there are and whether the last one is complete. */
export async function readGif(reader: Reader): Promise<StoredImage> {
  const screen = await reader.exactly(6, 7);
  const width = screen.readUInt16LE(0);
  const height = screen.readUInt16LE(2);
  checkSize(width, height);
  let at = 13 + colourTableBytes(screen[4] ?? 0);
  let frames = 0;
  let hasMetadata = false;
  for (;;) {
    const [kind = 0, label = 0] = await reader.upTo(at, 2);
    if (at >= reader.bytes) throw new UnreadableFile('truncated', 'is a GIF without its end');
    if (kind === TRAILER) break;
    if (kind === EXTENSION) {
      if (label === COMMENT) hasMetadata = true;
      at = await skipParts(reader, at + 2);
    } else if (kind === IMAGE) {
      const image = await reader.exactly(at + 1, 9);
      frames += 1;
      checkFrames(frames);
      checkSize(image.readUInt16LE(4), image.readUInt16LE(6));
      at = await skipParts(reader, at + 11 + colourTableBytes(image[8] ?? 0));
    } else throw new UnreadableFile('broken', 'is a GIF with a broken block');
  }
  if (frames === 0) throw new UnreadableFile('broken', 'is a GIF without an image');
  return { width, height, frames, hasMetadata: hasMetadata || at + 1 < reader.bytes, hasAlpha: true };
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

async function skipParts(reader: Reader, start: number): Promise<number> {
  let at = start;
  for (;;) {
    const [length = 0] = await reader.exactly(at, 1);
    at += 1 + length;
    if (length === 0) return at;
  }
}
