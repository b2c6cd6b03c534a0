import type { Readable } from 'node:stream';
import { z } from 'zod';

/** File storage on this machine's disk or in a bucket. `packages/file-storage` has both. */
export interface FileStorage {
  /** Streams to the key. The key exists only after the last byte. `onBytes` may throw to abort. */
  put(
    key: string,
    source: AsyncIterable<Uint8Array>,
    options: {
      readonly contentType: string;
      readonly onBytes?: (total: number) => void | Promise<void>;
      readonly signal?: AbortSignal;
    },
  ): Promise<{ readonly bytes: number }>;
  /** Undefined when the key does not exist. */
  stat(key: string): Promise<{ readonly bytes: number } | undefined>;
  /** All keys with the prefix. */
  list(prefix: string): AsyncIterable<{ readonly key: string }>;
  /** Removes older remains of interrupted uploads, and returns their number. */
  removeUnfinished(olderThanMs: number): Promise<number>;
  /** Present where the store itself takes uploads and serves files. */
  readonly uploadUrl?: (
    key: string,
    options: { readonly contentType: string; readonly expiresSeconds: number },
  ) => Promise<string>;
  /** Copies a file to another key; present with `uploadUrl`. */
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
  /** A missing key is no error. */
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
  /** The name of a rendition of the file for a platform. */
  readonly rendition?: string;
}

/** Addresses that need no key: anyone who has one may use it until it expires. */
export interface FileLinks {
  /** Whether platforms can load from them, as far as the settings show. */
  readonly areReachable: boolean;
  /** Accepts the bytes by PUT. `bytes`: the announced size. */
  upload(file: StoredFile, expiresAt: Date, bytes?: number): Promise<string>;
  /** Serves the bytes. */
  download(file: StoredFile, expiresAt: Date): Promise<string>;
}

/** Files of customers: storage and addresses. */
export interface Files {
  readonly storage: FileStorage;
  readonly links: FileLinks;
}

/** A rendition that a platform needs is still being made; work that needs it is postponed. */
export class RenditionNotReady extends Error {
  override readonly name = 'RenditionNotReady';
  readonly mediaId: string;
  /** 0 to 100. */
  readonly progress: number;
  readonly checkAfterSeconds: number;

  constructor(mediaId: string, progress: number, checkAfterSeconds: number) {
    super(`A rendition of ${mediaId} is being made; ${progress} % are done.`);
    this.mediaId = mediaId;
    this.progress = progress;
    this.checkAfterSeconds = checkAfterSeconds;
  }
}

/** A rendition that a platform needs could not be made, for a reason that may pass. */
export class RenditionFailed extends Error {
  override readonly name = 'RenditionFailed';
}

/**
 * The key of a file that was uploaded to the store directly. Until its address expires, a later upload can overwrite
 * it.
 */
export function arrivalKeyOf(file: Pick<StoredFile, 'tenantId' | 'id'>): string {
  return keyOf({ ...file, rendition: 'arrival' });
}

/** The key of a file; renditions have the same key with a suffix. */
export function keyOf({ tenantId, id, rendition }: Pick<StoredFile, 'tenantId' | 'id' | 'rendition'>): string {
  return `${tenantId}/${id}${rendition === undefined ? '' : `.${rendition}`}`;
}

/** A file that came with a request, spooled to disk until the response is sent. */
export interface Upload {
  /** The form's file name, cleaned. */
  readonly filename: string;
  /** The form's content type; the content may differ. */
  readonly contentType: string | undefined;
  readonly bytes: number;
  /** SHA-256 of the whole content, as hexadecimal digits. */
  readonly sha256: string;
  /** Reads the content from its start, piece by piece; repeatable. */
  readonly read: () => AsyncIterable<Uint8Array>;
  /** Represents the content in the fingerprint of the request. */
  readonly toJSON: () => { readonly bytes: number; readonly sha256: string };
}

/** The field of an operation's input that takes a file. */
export const UploadedFile = z
  .custom<Upload>((value) => typeof (value as Partial<Upload> | undefined)?.read === 'function', 'must be a file')
  .meta({ wire: { type: 'string', format: 'binary' } });
