import { type FileKind, UnreadableFile } from './facts.ts';
import type { Reader } from './reader.ts';

const EDGE_BYTES = 64 * 1024;
const SNIFFED_BYTES = 1024;
/** An end record of a ZIP has 22 bytes and a comment of up to 64 KB behind it. */
const ZIP_TAIL_BYTES = 66 * 1024;
const ACTIVE = /<script[\s>/]|<html[\s>]|<!doctype html|<\?php|<iframe[\s>]|<body[\s>]|__halt_compiler\s*\(/i;

/**
 * A file that is a second thing too: a page, a script, an archive. Somebody who trusts the first would open the other.
 * What is deep inside of a picture is not looked for; files are served so that nobody guesses their type.
 */
export async function refuseForeign(reader: Reader, kind: FileKind): Promise<void> {
  const head = await reader.some(0, EDGE_BYTES);
  const isPicture = kind === 'image';
  if (ACTIVE.test((isPicture ? head : head.subarray(0, SNIFFED_BYTES)).toString('latin1')))
    throw new UnreadableFile('foreign', 'has a web page or script hidden in it');
  if (kind !== 'file' && head.subarray(0, SNIFFED_BYTES).includes('%PDF-'))
    throw new UnreadableFile('foreign', 'has a PDF hidden in it');
  const tail = await reader.some(Math.max(0, reader.bytes - ZIP_TAIL_BYTES), ZIP_TAIL_BYTES);
  if (isPicture && ACTIVE.test(tail.toString('latin1')))
    throw new UnreadableFile('foreign', 'has a web page or script hidden in it');
  if (hasZipEnd(tail)) throw new UnreadableFile('foreign', 'has a ZIP archive hidden in it');
  if (isPicture && (tail.includes('Rar!\x1a\x07', 0, 'latin1') || tail.includes("7z\xbc\xaf'\x1c", 0, 'latin1')))
    throw new UnreadableFile('foreign', 'has an archive hidden in it');
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
