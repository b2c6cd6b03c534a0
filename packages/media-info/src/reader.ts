import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FileSource, UnreadableFile } from './file-facts.ts';

const CACHED_PIECES_MAX = 8;
/** Each piece may be a request to a remote store. Pieces grow while the file is read in sequence. */
const PIECE_BYTES_MIN = 8 * 1024;
const PIECE_BYTES_MAX = 256 * 1024;
/** Only GIFs, and photographs with data behind their end, come near these two bounds. */
const READ_BYTES_MAX = 40 * 1024 * 1024;
const READS_MAX = 10_000;
/** Blocks of a GIF of 40 MB are 160,000 parts. */
const PARTS_MAX = 500_000;
/** Parts of a piece in memory take no time of the disk, so others get a turn of the event loop after so many. */
const PARTS_IN_A_TURN = 500;

/** Random access to a source, in cached pieces. */
export interface Reader {
  readonly bytes: number;
  /** Exactly these bytes. Throws `truncated` when the file ends before. */
  exactly(start: number, length: number): Promise<Buffer>;
  /** These bytes, or as many of them as the file has. */
  upTo(start: number, length: number): Promise<Buffer>;
  /** A big-endian number of 1 to 8 bytes. Throws `truncated` when the file ends before. */
  uint(start: number, bytes: number): Promise<number>;
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly content: Buffer;
}

/** Uses a few megabytes of memory for a file of any size. Throws `too_large` when a file needs endless reading. */
export function createReader(source: FileSource): Reader {
  const pieces: Piece[] = [];
  let bytesRead = 0;
  let reads = 0;
  let parts = 0;

  async function pieceFor(start: number, end: number): Promise<Piece> {
    const cached = pieces.find((piece) => piece.start <= start && end <= piece.end);
    if (cached !== undefined) return cached;
    const last = pieces.at(-1);
    const isSequential = last !== undefined && start > last.start && start <= last.end;
    const ahead = isSequential ? Math.min((last.end - last.start) * 4, PIECE_BYTES_MAX) : PIECE_BYTES_MIN;
    const until = Math.min(Math.max(end, start + ahead), source.bytes);
    bytesRead += until - start;
    reads += 1;
    if (bytesRead > READ_BYTES_MAX || reads > READS_MAX)
      throw new UnreadableFile('too_large', 'has too many parts to be checked');
    const content = await source.read(start, until);
    if (content.byteLength !== until - start) throw new UnreadableFile('truncated', 'is shorter than its store says');
    const piece = { start, end: until, content: Buffer.from(content.buffer, content.byteOffset, content.byteLength) };
    if (pieces.length === CACHED_PIECES_MAX) pieces.shift();
    pieces.push(piece);
    return piece;
  }

  async function upTo(start: number, length: number): Promise<Buffer> {
    parts += 1;
    if (parts > PARTS_MAX) throw new UnreadableFile('too_large', 'has too many parts to be checked');
    if (parts % PARTS_IN_A_TURN === 0) await nextTurn();
    const end = Math.min(start + length, source.bytes);
    if (start >= end) return Buffer.alloc(0);
    const piece = await pieceFor(start, end);
    return piece.content.subarray(start - piece.start, end - piece.start);
  }

  async function exactly(start: number, length: number): Promise<Buffer> {
    const content = await upTo(start, length);
    if (content.byteLength < length) throw new UnreadableFile('truncated', 'ends before its content does');
    return content;
  }

  return {
    bytes: source.bytes,
    upTo,
    exactly,
    async uint(start, bytes) {
      return (await exactly(start, bytes)).reduce((sum, byte) => sum * 256 + byte, 0);
    },
  };
}
