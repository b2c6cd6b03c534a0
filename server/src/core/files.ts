import type { Readable } from 'node:stream';

/** Where files lie, on this machine's disk or in a bucket. `lib/storage` has both. */
export interface FileStorage {
  /** Streams to the key; nothing is there under it before everything is. `onBytes` may throw to end it. */
  put(
    key: string,
    source: AsyncIterable<Uint8Array>,
    options: {
      readonly contentType: string;
      readonly onBytes?: (total: number) => void | Promise<void>;
      readonly signal?: AbortSignal;
      /** Nobody else uses the pieces: they may be empty once they are taken. */
      readonly ownsPieces?: boolean;
    },
  ): Promise<{ readonly bytes: number }>;
  /** Undefined when nothing is there. */
  stat(key: string): Promise<{ readonly bytes: number } | undefined>;
  /** Every key that begins so. */
  list(prefix: string): AsyncIterable<{ readonly key: string }>;
  /** Removes what interrupted uploads left, if it is older. */
  sweep(olderThanMs: number): Promise<number>;
  /** Where the store takes and serves files itself. */
  readonly uploadUrl?: (
    key: string,
    options: { readonly contentType: string; readonly expiresSeconds: number },
  ) => Promise<string>;
  /** Gives what lies under one key another one too; where `uploadUrl` is. */
  readonly copy?: (from: string, to: string) => Promise<void>;
  readonly downloadUrl?: (
    key: string,
    options: {
      readonly filename: string;
      readonly contentType: string;
      readonly expiresSeconds: number;
      readonly disposition: 'attachment' | 'inline';
    },
  ) => Promise<string>;
  close(): void;
  /** From `start` to before `end`. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  /** Of nothing: nothing. */
  remove(key: string): Promise<void>;
  /** The file on this machine, for programs that take no stream. */
  readonly localPath?: (key: string) => string;
}

/** A stored file as the service names it. */
export interface StoredFile {
  readonly tenantId: string;
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  /** The name of a copy that was made of it for a platform. */
  readonly rendition?: string;
}

/** Addresses that need no key: whoever has one may use it until it ends. */
export interface FileLinks {
  /** Whether platforms can load from them, as far as the settings tell. */
  readonly areReachable: boolean;
  /** Takes the bytes by PUT. `bytes`: as many as are announced. */
  upload(file: StoredFile, expiresAt: Date, bytes?: number): Promise<string>;
  /** Gives the bytes. */
  download(file: StoredFile, expiresAt: Date): Promise<string>;
}

/** Files of customers: storage and addresses. */
export interface Files {
  readonly storage: FileStorage;
  readonly links: FileLinks;
}

/** A copy that a platform needs is still being made: what waits for it is put off. */
export class CopyNotReady extends Error {
  override readonly name = 'CopyNotReady';
  readonly mediaId: string;
  /** 0 to 100. */
  readonly progress: number;
  readonly checkAfterSeconds: number;

  constructor(mediaId: string, progress: number, checkAfterSeconds: number) {
    super(`A copy of ${mediaId} is being made; ${progress} % are done.`);
    this.mediaId = mediaId;
    this.progress = progress;
    this.checkAfterSeconds = checkAfterSeconds;
  }
}

/** A copy that a platform needs could not be made, for a reason that may pass. */
export class CopyFailed extends Error {
  override readonly name = 'CopyFailed';
}

/** Where a file lies that came to the store itself: until its address ends others may follow it there. */
export function arrivalKeyOf(file: Pick<StoredFile, 'tenantId' | 'id'>): string {
  return keyOf({ ...file, rendition: 'arrival' });
}

/** The key that a file lies under; copies of it lie beside it. */
export function keyOf({ tenantId, id, rendition }: Pick<StoredFile, 'tenantId' | 'id' | 'rendition'>): string {
  return `${tenantId}/${id}${rendition === undefined ? '' : `.${rendition}`}`;
}
