import type { Readable } from 'node:stream';

export interface PutOptions {
  readonly contentType: string;
  /** Awaited with the new total before each piece is written. An error that it throws aborts the upload. */
  readonly onBytes?: (total: number) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

export interface Stored {
  readonly bytes: number;
}

export interface ListedFile {
  readonly key: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

/**
 * Files under keys (`album/photo-1`, see `checkKey`). A key never shows a partial file, even after the process was
 * killed. Failures of the storage itself are StorageErrors.
 */
export interface Storage {
  readonly kind: 'disk' | 's3';
  /**
   * Streams the source to the key and replaces an earlier file. The source must not reuse the memory of its pieces. A
   * failed or aborted upload leaves nothing behind. Errors of `source` and `onBytes` are thrown unchanged.
   */
  readonly put: (key: string, source: AsyncIterable<Uint8Array>, options: PutOptions) => Promise<Stored>;
  /** Undefined when there is no file under the key. */
  readonly stat: (key: string) => Promise<{ readonly bytes: number; readonly contentType?: string } | undefined>;
  /** Streams the file, or the existing bytes of a range. @throws StorageError `missing` when there is no file. */
  readonly read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** Does nothing when there is no file. */
  readonly remove: (key: string) => Promise<void>;
  /**
   * Every key that starts with `prefix`, in no order; with `after`, only those that sort behind that text. Concurrent
   * changes may be listed or not.
   */
  readonly list: (prefix: string, after?: string) => AsyncIterable<ListedFile>;
  /** Removes the remains of interrupted uploads that are older, and returns their number. */
  readonly removeUnfinished: (olderThanMs: number) => Promise<number>;
  /** Tries a write and leaves nothing behind. @throws the StorageError that an upload would throw. */
  readonly check: () => Promise<void>;
  /** A signed address that takes one file by PUT; only where the store takes uploads itself. It enforces the type. */
  readonly uploadUrl?: (key: string, options: UploadUrlOptions) => Promise<string>;
  /** Copies a file to another key atomically; present with `uploadUrl`. */
  readonly copy?: (from: string, to: string) => Promise<void>;
  /** A signed address of the file; only where the store serves files itself. */
  readonly downloadUrl?: (key: string, options: DownloadUrlOptions) => Promise<string>;
  /** The path of the file, for tools like ffprobe; only on disk. */
  readonly localPath?: (key: string) => string;
  /** Closes idle connections. */
  readonly close: () => void;
}

/** Offsets in bytes, from `start` to before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface UploadUrlOptions {
  readonly contentType: string;
  /** Signed if given: the store then rejects any other length. */
  readonly bytes?: number;
  readonly expiresSeconds: number;
}

export interface DownloadUrlOptions {
  readonly filename: string;
  readonly contentType: string;
  readonly expiresSeconds: number;
  readonly disposition: 'attachment' | 'inline';
}

/**
 * `full`: no space is left. `forbidden`: missing rights or wrong settings. `missing`: no file under the key.
 * `unavailable`: the storage does not respond or fails; a later attempt may succeed.
 */
export type StorageFault = 'full' | 'forbidden' | 'missing' | 'unavailable';

/** A failure of the storage. The message is one line that names the cause and, where one is at fault, the setting. */
export class StorageError extends Error {
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'StorageError';
    this.fault = fault;
  }
}

/** Whether the name is a key. Other files in a folder or bucket are never listed. */
export function isKey(key: string): boolean {
  return KEY.test(key) && key.length <= KEY_LENGTH_MAX;
}

const KEY = /^[a-z0-9_][a-z0-9_.-]*(\/[a-z0-9_][a-z0-9_.-]*)*$/;
const PREFIX = /^([a-z0-9_][a-z0-9_.-]*\/)*([a-z0-9_][a-z0-9_.-]*)?$/;
const KEY_LENGTH_MAX = 500;

/** Keys are lower case, for file systems that ignore case, and no part of them starts with a dot. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new TypeError(`${JSON.stringify(key)} is no key of a file.`);
}

export function checkPrefix(prefix: string): void {
  if (!PREFIX.test(prefix)) throw new TypeError(`${JSON.stringify(prefix)} begins no key of a file.`);
}

export function checkRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw new TypeError(`There are no bytes from ${start} to ${end}.`);
}
