import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { piecePassed } from '../passing-bytes.ts';
import { bytesOf, toStorageError, writeBatch } from './files.ts';
import type { PutOptions } from './storage.ts';

/** What may wait while a batch is written, to be the next. */
const BATCH_BYTES = 64 * 1024;

type Done = (error?: Error | null) => void;

/**
 * Fills a new file. Nothing is written any more when it is closed. It goes by callbacks: promises that wait for a write
 * grow old, and those of gigabytes pile up until V8 goes through its whole heap.
 */
export class FileSink extends Writable {
  readonly #file: FileHandle;
  readonly #folder: string;
  readonly #options: PutOptions;
  #bytes = 0;
  #isWriting = false;
  #written = () => {};

  /** `folder` is named when the disk refuses. */
  constructor(file: FileHandle, folder: string, options: PutOptions) {
    super({ highWaterMark: BATCH_BYTES, decodeStrings: false });
    this.#file = file;
    this.#folder = folder;
    this.#options = options;
  }

  /** How many are written. */
  get bytes(): number {
    return this.#bytes;
  }

  override _write(piece: Uint8Array, _: unknown, done: Done): void {
    this.#take([piece], done);
  }

  override _writev(entries: { chunk: Uint8Array }[], done: Done): void {
    this.#take(
      entries.map(({ chunk }) => chunk),
      done,
    );
  }

  override _destroy(error: Error | null, done: Done): void {
    if (this.#isWriting) this.#written = () => done(error);
    else done(error);
  }

  #take(batch: readonly Uint8Array[], done: Done): void {
    const bytes = bytesOf(batch);
    const write = () => (this.destroyed ? done() : this.#write(batch, bytes, done));
    try {
      const allowed = this.#options.onBytes?.(this.#bytes + bytes);
      if (allowed === undefined) write();
      else allowed.then(write, done);
    } catch (error) {
      done(error as Error);
    }
  }

  #write(batch: readonly Uint8Array[], bytes: number, done: Done): void {
    this.#isWriting = true;
    writeBatch(this.#file, batch, this.#bytes, (error) => {
      this.#isWriting = false;
      this.#bytes += bytes;
      for (const piece of batch) piecePassed(piece, this.#options.ownsPieces);
      done(error === null ? null : toStorageError(this.#folder, error));
      this.#written();
    });
  }
}
