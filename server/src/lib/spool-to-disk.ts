import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A nameless file on disk. It disappears when it is closed or the process dies. */
export interface SpooledFile {
  readonly bytes: number;
  /** The hash of the whole content in hexadecimal digits. */
  readonly sha256: string;
  readonly read: () => AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** Writes a stream to a nameless file. Stops reading and throws `tooLarge()` after `bytesMax`. */
export async function spoolToDisk(
  content: AsyncIterable<Uint8Array>,
  options: { readonly folder: string; readonly bytesMax: number; readonly tooLarge: () => Error },
): Promise<SpooledFile> {
  const path = join(options.folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    return await fill(file, content, options);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function fill(
  file: FileHandle,
  content: AsyncIterable<Uint8Array>,
  { bytesMax, tooLarge }: { readonly bytesMax: number; readonly tooLarge: () => Error },
): Promise<SpooledFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.byteLength;
    if (bytes > bytesMax) throw tooLarge();
    hash.update(piece);
    await file.appendFile(piece);
  }
  return {
    bytes,
    sha256: hash.digest('hex'),
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    close: () => file.close(),
  };
}
