import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, linkSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';

/** Bytes that came in. What is large lies on disk, and nobody needs to hold all of it. */
export interface Content {
  readonly length: number;
  /** All of it in memory. */
  readonly bytes: Buffer;
  /** The hash of the whole content. */
  readonly sha256: Buffer;
  /** As far as there are any. */
  read(start: number, length: number): Buffer;
  /** Another name for it on disk, which stays. */
  keepAs(path: string): void;
  /** Forgets it, unless it was kept. */
  close(): void;
}

export function contentOf(bytes: Buffer): Content {
  return {
    bytes,
    length: bytes.length,
    get sha256() {
      return createHash('sha256').update(bytes).digest();
    },
    read: (start, length) => bytes.subarray(start, start + length),
    keepAs: (path) => writeFileSync(path, bytes, { mode: 0o600 }),
    close: () => {},
  };
}

/** A file under a passing name, which is gone when the content is closed. */
export function contentAt(path: string, length: number, sha256: Buffer): Content {
  return {
    length,
    sha256,
    get bytes() {
      return readFileSync(path);
    },
    read(start, wanted) {
      const piece = Buffer.alloc(Math.max(0, Math.min(wanted, length - start)));
      const file = openSync(path, 'r');
      try {
        readSync(file, piece, 0, piece.length, start);
      } finally {
        closeSync(file);
      }
      return piece;
    },
    keepAs(other) {
      try {
        linkSync(path, other);
      } catch {
        copyFileSync(path, other);
      }
    },
    close: () => rmSync(path, { force: true }),
  };
}
