import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FileStorage } from './core/files.ts';
import type { Lease } from './core/lane.ts';
import { PlatformError } from './core/platform-error.ts';
import type { Media, MediaFile } from './core/session.ts';
import { type HttpClient, HttpFailure } from './lib/http/index.ts';
import { StorageError } from './lib/storage/index.ts';

/** Of a file at somebody else's address. */
const BYTES_MAX = 1024 * 1024 * 1024;
const REDIRECTS_MAX = 3;

export interface MediaTools {
  readonly storage: FileStorage;
  /** Fetches from addresses of customers; the address is checked again at every hop. */
  readonly client: HttpClient;
  /** For files that are put aside while they are sent on. */
  readonly folder: string;
}

/** Opens a media item of a post for platforms that take bytes. Throws PlatformError. */
export async function openMedia(tools: MediaTools, media: Media, lease: Lease): Promise<MediaFile> {
  return media.stored === undefined ? fetched(tools, media.url, lease) : storedFile(tools.storage, media.stored);
}

function storedFile(
  storage: FileStorage,
  { key, bytes: size, contentType, filename }: NonNullable<Media['stored']>,
): MediaFile {
  return {
    size,
    contentType,
    filename,
    async read(start, end) {
      const piece = await storage
        .read(key, { start, end: Math.min(end, size) })
        .then(buffer)
        .catch((error: unknown) => {
          throw error instanceof StorageError ? unread(error) : error;
        });
      if (piece.length === Math.min(end, size) - start) return piece;
      throw new PlatformError('unavailable', 'The stored file could not be read whole.', { field: 'media' });
    },
    close: async () => {},
  };
}

/** Streams what lies at the address to a file without a name, which is gone when it is closed. */
async function fetched({ client, folder }: MediaTools, address: string, lease: Lease): Promise<MediaFile> {
  const download = await client
    .download({
      method: 'GET',
      url: address,
      redirects: REDIRECTS_MAX,
      maxBytes: BYTES_MAX,
      deadline: lease.deadlineMs,
      signal: lease.signal,
    })
    .catch((error: unknown) => {
      throw toPlatformError(error);
    });
  const { status, headers, stream } = download;
  if (status !== 200) {
    stream.destroy();
    throw unfetched(status >= 500 ? 'unavailable' : 'rejected', `its address answered ${status}.`);
  }
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    for await (const piece of stream) await file.appendFile(piece as Uint8Array);
    const { size } = await file.stat();
    return {
      size,
      contentType: headers['content-type']?.replace(/;.*$/, '').trim() ?? 'application/octet-stream',
      filename: new URL(address).pathname.split('/').at(-1) || 'file',
      async read(start, end) {
        const piece = Buffer.allocUnsafe(Math.max(0, Math.min(end, size) - start));
        const { bytesRead } = await file.read(piece, 0, piece.length, start);
        if (bytesRead === piece.length) return piece;
        throw new PlatformError('unavailable', 'The fetched file could not be read whole.', { field: 'media' });
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw toPlatformError(error);
  }
}

function unread({ fault, message }: StorageError): PlatformError {
  if (fault === 'missing')
    return new PlatformError('rejected', 'The stored file is not there any more.', {
      field: 'media',
      remedy: 'Upload the file again and use its new id.',
    });
  return new PlatformError('unavailable', `The stored file could not be read: ${message}`, { field: 'media' });
}

function toPlatformError(error: unknown): unknown {
  if (!(error instanceof HttpFailure)) return error;
  const isTheirs = ['blocked', 'invalid', 'dns', 'too_large'].includes(error.reason);
  return unfetched(isTheirs ? 'rejected' : 'unavailable', error.message);
}

function unfetched(kind: 'rejected' | 'unavailable', why: string): PlatformError {
  const remedy = 'Make sure that anybody can load the address of the media, then retry.';
  return new PlatformError(kind, `The media could not be fetched: ${why}`, { field: 'media', remedy });
}
