import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { countPassedBytes, StorageError } from '@hubbub/file-storage';
import { type HttpClient, type HttpDownloadRequest, HttpFailure } from '@hubbub/guarded-http';
import { type FileSource, inspect, UnreadableFile } from '@hubbub/media-info';
import type { FileStorage } from '../../core/files.ts';
import { missingFileError, PlatformError } from '../../core/platform-error.ts';
import type { Media, MediaFile } from '../../core/session.ts';
import type { Lease } from '../../core/worker.ts';
import { isOutOfRoom } from '../../lib/out-of-room.ts';

/** The largest file at an external address. */
const BYTES_MAX = 1024 * 1024 * 1024;
const REDIRECTS_MAX = 3;

export interface MediaTools {
  readonly storage: FileStorage;
  /** Downloads from addresses of customers. Every hop of a redirect is checked. */
  readonly client: HttpClient;
  /** The targets of reserved addresses for the owner of the media. */
  readonly routes: HttpDownloadRequest['routes'];
  /** Holds downloaded files while they are sent. */
  readonly folder: string;
}

/** Opens a media item of a post for a connector that sends its bytes. @throws PlatformError */
export async function openMedia(tools: MediaTools, media: Media, lease: Lease): Promise<MediaFile> {
  const { storage } = tools;
  if (media.stored === undefined) return downloadedFile(tools, media, lease);
  return storage.localPath === undefined
    ? storedFile(storage, media.stored)
    : localFile(storage.localPath, media.stored);
}

type Stored = NonNullable<Media['stored']>;

async function localFile(
  pathOf: (key: string) => string,
  { key, bytes: size, contentType, filename }: Stored,
): Promise<MediaFile> {
  const file = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
    const fault = error.code === 'ENOENT' ? 'missing' : 'unavailable';
    throw unreadableError(new StorageError(fault, `${error.code}.`, error));
  });
  const read = (start: number, end: number) => readPiece(file, start, Math.min(end, size));
  return { size, contentType, filename, read, close: () => file.close() };
}

function storedFile(storage: FileStorage, { key, bytes: size, contentType, filename }: Stored): MediaFile {
  return {
    size,
    contentType,
    filename,
    async read(start, end) {
      const piece = await storage
        .read(key, { start, end: Math.min(end, size) })
        .then(buffer)
        .catch((error: unknown) => {
          throw error instanceof StorageError ? unreadableError(error) : error;
        });
      if (piece.length === Math.min(end, size) - start) return piece;
      throw new PlatformError('unavailable', 'The stored file could not be read whole.', { field: 'media' });
    },
    close: async () => {},
  };
}

/** Downloads the address to a nameless file, which disappears when it is closed. */
async function downloadedFile(
  { client, routes, folder }: MediaTools,
  { url: address, type }: Media,
  lease: Lease,
): Promise<MediaFile> {
  const download = await client
    .download({
      method: 'GET',
      url: address,
      redirects: REDIRECTS_MAX,
      routes,
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
    throw notFetchedError(status >= 500 ? 'unavailable' : 'rejected', `its address answered ${status}.`);
  }
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600).catch((error: unknown) => {
    stream.destroy();
    throw toPlatformError(error);
  });
  try {
    await unlink(path);
    await file.writeFile(stream);
    const { size } = await file.stat();
    const read = (start: number, end: number) => readPiece(file, start, Math.min(end, size));
    const declaredType = headers['content-type']?.replace(/;.*/s, '').trim();
    return {
      size,
      contentType: (await typeOf(type, { bytes: size, read })) ?? declaredType ?? 'application/octet-stream',
      filename: new URL(address).pathname.split('/').at(-1) || 'file',
      read,
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw toPlatformError(error);
  }
}

async function readPiece(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const piece = Buffer.allocUnsafe(Math.max(0, end - start));
  const { bytesRead } = await file.read(piece, 0, piece.length, start);
  countPassedBytes(bytesRead);
  if (bytesRead === piece.length) return piece;
  throw new PlatformError('unavailable', 'The file could not be read whole.', { field: 'media' });
}

/** The content type of an image or video by its content; undefined for other files. */
async function typeOf(type: Media['type'], source: FileSource): Promise<string | undefined> {
  if (type !== 'image' && type !== 'video') return undefined;
  try {
    const { kind, contentType } = await inspect(source);
    if (kind === 'image' || kind === 'video') return contentType;
    throw new UnreadableFile('type', `is ${contentType}, neither an image nor a video`);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const message = `The file at the address of the media cannot be published: it ${error.message}.`;
    const remedy = 'Name the address of the file itself, or upload the file, then retry.';
    throw new PlatformError('rejected', message, { field: 'media', remedy });
  }
}

function unreadableError({ fault, message }: StorageError): PlatformError {
  if (fault === 'missing') return missingFileError();
  return new PlatformError('unavailable', `The stored file could not be read: ${message}`, {
    field: 'media',
    isOurs: true,
    remedy: 'Wait until the storage of files responds again, then retry.',
  });
}

function toPlatformError(error: unknown): unknown {
  if (isOutOfRoom(error))
    return new PlatformError('unavailable', 'No room is left here to load the media.', {
      field: 'media',
      isOurs: true,
      remedy: 'Retry when the operator has made room.',
    });
  if (!(error instanceof HttpFailure)) return error;
  const isAddressAtFault = ['blocked', 'invalid', 'dns', 'too_large'].includes(error.reason);
  return notFetchedError(isAddressAtFault ? 'rejected' : 'unavailable', error.message);
}

function notFetchedError(kind: 'rejected' | 'unavailable', why: string): PlatformError {
  const remedy = 'Make sure that anybody can load the address of the media, then retry.';
  return new PlatformError(kind, `The media could not be fetched: ${why}`, { field: 'media', remedy });
}
