import type { Readable } from 'node:stream';

export interface PutOptions {
  readonly contentType: string;
  /** Is awaited with the new total before a piece is taken; what it throws ends the upload. */
  readonly onBytes?: (total: number) => void | Promise<void>;
  readonly signal?: AbortSignal;
  /** Nobody else uses the pieces: they may be empty once they are taken. */
  readonly ownsPieces?: boolean;
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
 * Where files lie. Keys are ours (`ten_…/med_…`, see `checkKey`). Nothing partial is ever visible under a key, also
 * when the process dies. What goes wrong in the store itself is a StorageError.
 */
export interface Storage {
  readonly kind: 'disk' | 's3';
  /**
   * Streams to the key. Pieces are kept until they are written, so the source must not fill them anew. Nothing is left
   * of what throws or is aborted; what `source` and `onBytes` throw comes out as it is.
   */
  readonly put: (key: string, source: AsyncIterable<Uint8Array>, options: PutOptions) => Promise<Stored>;
  /** Undefined when there is none. */
  readonly stat: (key: string) => Promise<{ readonly bytes: number; readonly contentType?: string } | undefined>;
  /** Bytes from `start` to before `end`, as far as there are any; of nothing: StorageError `missing`. */
  readonly read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** Of nothing: nothing. */
  readonly remove: (key: string) => Promise<void>;
  /** Every key that begins with `prefix`, in no order. What changes meanwhile may be in it or not. */
  readonly list: (prefix: string) => AsyncIterable<ListedFile>;
  /** Removes what interrupted uploads left, if it is older than that; gives the number of pieces. */
  readonly sweep: (olderThanMs: number) => Promise<number>;
  /** Throws the StorageError that an upload would meet. Leaves nothing. */
  readonly check: () => Promise<void>;
  /** Where the store takes uploads itself. The type is part of the signature. */
  readonly uploadUrl?: (key: string, options: UploadUrlOptions) => Promise<string>;
  /** What lies under one key lies under the other too, at once and whole; where uploads go to the store itself. */
  readonly copy?: (from: string, to: string) => Promise<void>;
  /** Where the store serves files itself. */
  readonly downloadUrl?: (key: string, options: DownloadUrlOptions) => Promise<string>;
  /** The path of the file, for tools like ffprobe; where there are paths. */
  readonly localPath?: (key: string) => string;
  /** Ends idle connections. */
  readonly close: () => void;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface UploadUrlOptions {
  readonly contentType: string;
  /** Signed too where it is known: the store refuses more and less. */
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
 * `full`: no room. `forbidden`: rights or settings. `missing`: nothing under the key.
 * `unavailable`: does not answer or is broken; a later try may succeed.
 */
export type StorageFault = 'full' | 'forbidden' | 'missing' | 'unavailable';

/** What goes wrong in the store; the message is one line that names the cause and, where there is one, the setting. */
export class StorageError extends Error {
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'StorageError';
    this.fault = fault;
  }
}

/** Files in a folder or bucket that are not ours have other names; they are never listed. */
export function isKey(key: string): boolean {
  return KEY.test(key) && key.length <= KEY_LENGTH_MAX;
}

const KEY = /^[a-z0-9_][a-z0-9_.-]*(\/[a-z0-9_][a-z0-9_.-]*)*$/;
const PREFIX = /^([a-z0-9_][a-z0-9_.-]*\/)*([a-z0-9_][a-z0-9_.-]*)?$/;
const KEY_LENGTH_MAX = 500;

/** Lower case, so that file systems that ignore case keep keys apart; no part begins with a dot. */
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
