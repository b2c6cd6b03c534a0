import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipPart {
  readonly path: string;
  readonly content: () => AsyncIterable<string>;
}

/** A ZIP archive of texts as UTF-8. The parts are read one after the other, as fast as the archive is taken. */
export async function* zip(parts: readonly ZipPart[], writtenAt: Date): AsyncIterable<Uint8Array> {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  let source: Readable | undefined;
  archive.on('error', (error) => output.destroy(error as Error));
  for (const { path, content } of parts) {
    archive.addReadStreamLazy(path, { mtime: writtenAt }, (give) => {
      source = Readable.from(encoded(content()), { objectMode: false, highWaterMark: PIECE_BYTES });
      // The archive listens for no errors of its sources.
      source.on('error', (error) => output.destroy(error));
      give(null, source);
    });
  }
  archive.end();
  try {
    for await (const piece of output) yield piece;
  } finally {
    source?.destroy();
    output.destroy();
  }
}

const PIECE_BYTES = 64 * 1024;

/** Joins short texts, so that each piece is worth its way. */
async function* encoded(texts: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < PIECE_BYTES) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
