import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A file on disk that has no name any more: it is gone when it is closed, also when the process dies. */
export interface AsideFile {
  readonly bytes: number;
  /** Of the whole content, as hexadecimal digits. */
  readonly sha256: string;
  readonly read: () => AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** Keeps what comes in on disk instead of in memory. Stops reading and throws `tooLarge()` after `bytesMax`. */
export async function putAside(
  content: AsyncIterable<Uint8Array>,
  options: { readonly folder: string; readonly bytesMax: number; readonly tooLarge: () => Error },
): Promise<AsideFile> {
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
): Promise<AsideFile> {
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
