import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../files/private-folder.ts';
import { type Content, contentAt, contentOf } from './content.ts';

/** Smaller bodies stay in memory. */
const bytesInMemoryMax = 1024 * 1024;

/** The folder of large content while its call runs. The start removes leftovers of a killed process. */
export class Incoming {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'incoming');
    rmSync(this.#folder, { recursive: true, force: true });
    makePrivateFolder(this.#folder);
  }

  /** Takes everything; undefined when it is more than `bytesMax`. */
  async take(source: AsyncIterable<Buffer>, bytesMax: number): Promise<Content | undefined> {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const iterator = source[Symbol.asyncIterator]();
    while (bytes <= bytesInMemoryMax) {
      const { done, value } = await iterator.next();
      if (done === true) return bytes > bytesMax ? undefined : contentOf(Buffer.concat(pieces));
      pieces.push(value);
      bytes += value.length;
    }
    async function* all() {
      yield* pieces.splice(0);
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    }
    return this.#toDisk(all(), bytesMax);
  }

  async #toDisk(source: AsyncIterable<Buffer>, bytesMax: number): Promise<Content | undefined> {
    const path = join(this.#folder, randomUUID());
    const hash = createHash('sha256');
    let bytes = 0;
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const piece of source) {
        bytes += piece.length;
        if (bytes > bytesMax) continue;
        hash.update(piece);
        await file.writeFile(piece);
      }
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    const content = contentAt(path, bytes, hash.digest());
    if (bytes <= bytesMax) return content;
    content.close();
    return undefined;
  }
}
