import { type FileKind, UnreadableFile } from './file-facts.ts';
import type { Reader } from './reader.ts';

const HEAD_BYTES = 64 * 1024;
const START_BYTES = 1024;
/** The end record of a ZIP has 22 bytes and a comment of up to 64 KB. */
const ZIP_TAIL_BYTES = 66 * 1024;
const SCRIPT = /<script[\s>/]|<html[\s>]|<!doctype html|<\?php|<iframe[\s>]|<body[\s>]|__halt_compiler\s*\(/i;

/**
 * Rejects a file that other programs would open as a page, a script or an archive. Only the head and the tail are
 * searched: files are served with headers that forbid guessing their type.
 */
export async function rejectHiddenContent(reader: Reader, kind: FileKind): Promise<void> {
  const head = await reader.upTo(0, HEAD_BYTES);
  const tail = await reader.upTo(Math.max(0, reader.bytes - ZIP_TAIL_BYTES), ZIP_TAIL_BYTES);
  const start = head.subarray(0, START_BYTES);
  const isImage = kind === 'image';
  if ((isImage ? [head, tail] : [start]).some((piece) => SCRIPT.test(piece.toString('latin1'))))
    throw new UnreadableFile('unsafe', 'has a web page or script hidden in it');
  if (kind !== 'file' && start.includes('%PDF-')) throw new UnreadableFile('unsafe', 'has a PDF hidden in it');
  if (hasZipEnd(tail)) throw new UnreadableFile('unsafe', 'has a ZIP archive hidden in it');
  if (isImage && (tail.includes('Rar!\x1a\x07', 0, 'latin1') || tail.includes("7z\xbc\xaf'\x1c", 0, 'latin1')))
    throw new UnreadableFile('unsafe', 'has an archive hidden in it');
}

function hasZipEnd(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf('PK\x05\x06'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1)) {
    if (at + 22 > tail.length) continue;
    const entries = tail.readUInt16LE(at + 10);
    const directoryBytes = tail.readUInt32LE(at + 12);
    const start = at - directoryBytes;
    const pointsBack = entries > 0 && start >= 0 && tail.subarray(start, start + 4).toString('latin1') === 'PK\x01\x02';
    if (pointsBack || at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}
