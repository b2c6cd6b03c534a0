import { type FileHandle, open } from 'node:fs/promises';
import type { FileSource } from './file-facts.ts';

export function bytesSource(content: Uint8Array): FileSource {
  return { bytes: content.byteLength, read: async (start, end) => content.subarray(start, end) };
}

/** Opens a file on disk for as long as `work` takes. */
export async function withFile<T>(path: string, work: (source: FileSource) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return await work({ bytes: size, path, read: (start, end) => readFully(file, start, end) });
  } finally {
    await file.close();
  }
}

async function readFully(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const piece = Buffer.allocUnsafe(end - start);
  let filled = 0;
  while (filled < piece.byteLength) {
    const { bytesRead } = await file.read(piece, filled, piece.byteLength - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return piece.subarray(0, filled);
}
