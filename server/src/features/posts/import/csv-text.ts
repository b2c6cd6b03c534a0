import { TextDecoder } from 'node:util';
import { type ApiError, invalid } from '../../../core/errors.ts';
import { pausesEvery } from '../compose/pauses.ts';

/** First bytes of files that people send by mistake instead of a table. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^PK\x03\x04/, 'an Excel workbook or ZIP archive; save the sheet as CSV UTF-8'],
  [/^\xd0\xcf\x11\xe0/, 'an old Excel workbook; save the sheet as CSV UTF-8'],
  [/^(\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP)/s, 'an image'],
  [/^....ftyp/s, 'a video or image'],
  [/^%PDF/, 'a PDF document'],
  [/^\x1f\x8b/, 'a compressed file; unpack it first'],
  [/^[\s\xef\xbb\xbf]*(\{\s*["}]|\[\s*["{[\]])/, 'JSON'],
  [/^[\s\xef\xbb\xbf]*<(!doctype|html|\?xml|table)/i, 'HTML or XML'],
];
const HEAD_BYTES = 512;
/** Decoded and parsed at once. */
const PIECE_BYTES = 16 * 1024;

/**
 * Decodes a text file piece by piece: UTF-8, or UTF-16 when its first two bytes say so, as in Excel's "Unicode text". 400
 * for anything else.
 */
export async function* textOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let head = Buffer.alloc(0);
  for await (const piece of inTurns(pieces)) {
    if (decoder !== undefined) {
      yield decode(decoder, piece);
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < HEAD_BYTES) continue;
    decoder = decoderOf(head);
    yield decode(decoder, head);
  }
  if (decoder === undefined) {
    decoder = decoderOf(head);
    yield decode(decoder, head);
  }
  // A remainder is a character that was cut off.
  yield decode(decoder, undefined);
}

/** Smaller pieces, between which other requests have their turn. */
async function* inTurns(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pause = pausesEvery();
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += PIECE_BYTES) {
      await pause();
      yield piece.subarray(at, at + PIECE_BYTES);
    }
}

function decoderOf(head: Buffer): TextDecoder {
  const start = head.toString('latin1', 0, HEAD_BYTES);
  const kind = KINDS.find(([pattern]) => pattern.test(start));
  if (kind !== undefined) throw noCsv(`The file is ${kind[1]}.`);
  const encoding = start.startsWith('\xff\xfe') ? 'utf-16le' : start.startsWith('\xfe\xff') ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
}

function decode(decoder: TextDecoder, piece: Uint8Array | undefined): string {
  let text: string;
  try {
    text = decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    throw noCsv('The file is not UTF-8 text. In a spreadsheet, save it as CSV UTF-8.');
  }
  if (text.includes('\0')) throw noCsv('The file holds NUL characters; it is no text, or UTF-16 without a mark.');
  return text;
}

function noCsv(message: string): ApiError {
  return invalid('file', message, 'validation.body_invalid');
}
