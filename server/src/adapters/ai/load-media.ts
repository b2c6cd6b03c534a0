import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type HttpClient, type HttpDownloadRequest, HttpFailure } from '@hubbub/guarded-http';
import type { MediaSource } from '../../core/analysis/media-analysis.ts';
import type { FileStorage } from '../../core/files.ts';
import { isOutOfRoom } from '../../lib/out-of-room.ts';
import { removeStale } from '../../lib/remove-stale.ts';
import { AiFault } from './ai-service.ts';

const BYTES_MAX = 500 * 1024 * 1024;
const TIMEOUT_MS = 300_000;
const REDIRECTS_MAX = 3;
/** No analysis takes so long. */
const STALE_MS = 3_600_000;

export interface Loading {
  /** For addresses. */
  readonly client: HttpClient;
  /** Where those addresses may lead. */
  readonly bounds: Pick<HttpDownloadRequest, 'routes' | 'within'>;
  /** For keys. */
  readonly storage: FileStorage;
  /** Holds what is loaded. */
  readonly folder: string;
}

/** Gives `work` the file as long as it takes. Throws AiFault; aborted, the signal's reason. */
export async function withLoaded<T>(
  { client, bounds, storage, folder }: Loading,
  source: MediaSource,
  signal: AbortSignal,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const key = 'key' in source ? source.key : undefined;
  if (key !== undefined && (await storage.stat(key)) === undefined)
    throw new AiFault('The file of the post is not stored any more.');
  if (key !== undefined && storage.localPath !== undefined) return work(storage.localPath(key));
  // A process that was killed has left its file.
  await removeStale(folder, STALE_MS);
  const path = join(folder, randomUUID());
  try {
    if ('url' in source) await load(client, { ...bounds, url: source.url }, path, signal);
    else await pipeline(await storage.read(source.key), fileAt(path), { signal });
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function load(
  client: HttpClient,
  place: Pick<HttpDownloadRequest, 'url' | 'routes' | 'within'>,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { status, stream } = await client.download({
      ...place,
      method: 'GET',
      redirects: REDIRECTS_MAX,
      maxBytes: BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    if (status !== 200) {
      stream.destroy();
      throw new AiFault(`The platform did not give the video (${status}).`);
    }
    await pipeline(stream, fileAt(path));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof HttpFailure) throw new AiFault(`The video could not be loaded (${error.reason}).`);
    if (isOutOfRoom(error)) throw new AiFault('No room is left here to load the video.');
    throw error;
  }
}

function fileAt(path: string) {
  return createWriteStream(path, { flags: 'wx', mode: 0o600 });
}
