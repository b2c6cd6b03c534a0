import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { type Entry, MAC, MANIFEST, type Manifest, MoveError } from './archive.ts';

/** A new archive, written entry by entry. It has its name only after `finish`. */
export interface ArchiveWriter {
  readonly entries: Record<string, Entry>;
  /** `bytes`: the size of the source. @throws MoveError when the source has another */
  add(name: string, bytes: number, source: AsyncIterable<Uint8Array>, more?: { readonly rows?: number }): Promise<void>;
  /** `macOf`: authenticates the manifest, and with it the whole archive. */
  finish(manifest: Omit<Manifest, 'entries'>, macOf: ((manifest: Buffer) => string) | undefined): Promise<void>;
  /** Removes what was written; nothing after `finish`. */
  close(): Promise<void>;
}

/** Writes beside the path until `finish`. Each step waits for the disk, so little is in memory. */
export function writeArchive(path: string): ArchiveWriter {
  const part = `${path}.part`;
  const tar = pack();
  const written = pipeline(tar, createWriteStream(part, { mode: 0o600, flush: true }));
  // A full disk must not leave an entry waiting for ever.
  const failure = new Promise<never>((_resolve, reject) => written.catch(reject));
  failure.catch(() => {});
  const entries: Record<string, Entry> = {};
  let isFinished = false;

  async function add(name: string, bytes: number, source: AsyncIterable<Uint8Array>, more = {}): Promise<void> {
    const hash = createHash('sha256');
    let seen = 0;
    const entry = tar.entry({ name, size: bytes, mode: 0o600 });
    const isWritten = once(entry, 'finish');
    isWritten.catch(() => {});
    for await (const piece of source) {
      seen += piece.length;
      if (seen > bytes) break;
      hash.update(piece);
      await Promise.race([write(entry, piece), failure]);
    }
    if (seen !== bytes) throw new MoveError(`${name} changed its size while it was read. Repeat the export.`);
    entry.end(null);
    await Promise.race([isWritten, failure]);
    entries[name] = { bytes, sha256: hash.digest('hex'), ...more };
  }

  return {
    entries,
    add,
    async finish(manifest, macOf) {
      const content = Buffer.from(JSON.stringify({ ...manifest, entries }));
      await add(MANIFEST, content.length, Readable.from([content]));
      const mac = Buffer.from(macOf?.(content) ?? '');
      if (mac.length > 0) await add(MAC, mac.length, Readable.from([mac]));
      tar.finalize();
      await written;
      await rename(part, path);
      isFinished = true;
      const folder = await open(dirname(path), 'r');
      await folder.sync().finally(() => folder.close());
    },
    async close() {
      if (isFinished) return;
      tar.destroy();
      await written.catch(() => {});
      await rm(part, { force: true });
    },
  };
}

async function write(entry: ReturnType<Pack['entry']>, piece: Uint8Array): Promise<void> {
  if (!entry.write(piece)) await once(entry, 'drain');
}
