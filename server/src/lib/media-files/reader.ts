import { type FileSource, UnreadableFile } from './facts.ts';

const PIECES_KEPT = 8;
/** A jump reads little, reading on reads more and more, because each piece may be a request to a store far away. */
const PIECE_BYTES_MIN = 8 * 1024;
const PIECE_BYTES_MAX = 256 * 1024;
/** Only GIFs and photographs with data behind their end are read through; nothing else comes near. */
const READ_BYTES_MAX = 40 * 1024 * 1024;
const READS_MAX = 10_000;

/** Reads a source in pieces that it remembers for a while. */
export interface Reader {
  readonly bytes: number;
  /** Exactly these bytes; throws when the file ends before. */
  at(start: number, length: number): Promise<Buffer>;
  /** These bytes or what the file has of them. */
  some(start: number, length: number): Promise<Buffer>;
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly content: Buffer;
}

/** Memory stays at a few megabytes however large the file is, and a file that needs endless reading is refused. */
export function readerOf(source: FileSource): Reader {
  const pieces: Piece[] = [];
  let bytesRead = 0;
  let reads = 0;

  async function pieceFor(start: number, end: number): Promise<Piece> {
    const known = pieces.find((piece) => piece.start <= start && end <= piece.end);
    if (known !== undefined) return known;
    const last = pieces.at(-1);
    const readsOn = last !== undefined && start > last.start && start <= last.end;
    const ahead = readsOn ? Math.min((last.end - last.start) * 4, PIECE_BYTES_MAX) : PIECE_BYTES_MIN;
    const until = Math.min(Math.max(end, start + ahead), source.bytes);
    bytesRead += until - start;
    reads += 1;
    if (bytesRead > READ_BYTES_MAX || reads > READS_MAX)
      throw new UnreadableFile('too_large', 'has too much in it to look through');
    const content = await source.read(start, until);
    if (content.byteLength !== until - start)
      throw new UnreadableFile('truncated', 'is shorter than it was said to be');
    const piece = {
      start,
      end: until,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    };
    if (pieces.length === PIECES_KEPT) pieces.shift();
    pieces.push(piece);
    return piece;
  }

  async function some(start: number, length: number): Promise<Buffer> {
    const end = Math.min(start + length, source.bytes);
    if (start >= end) return Buffer.alloc(0);
    const piece = await pieceFor(start, end);
    return piece.content.subarray(start - piece.start, end - piece.start);
  }

  return {
    bytes: source.bytes,
    some,
    async at(start, length) {
      const piece = await some(start, length);
      if (piece.byteLength < length) throw new UnreadableFile('truncated', 'ends before its content does');
      return piece;
    },
  };
}
