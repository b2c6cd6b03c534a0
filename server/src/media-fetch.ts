import type { Lease } from './core/lane.ts';
import { PlatformError } from './core/platform-error.ts';
import type { Media, MediaBytes } from './core/session.ts';
import { type HttpClient, HttpFailure } from './lib/http/index.ts';

const BYTES_MAX = 64 * 1024 * 1024;
const REDIRECTS_MAX = 3;
const TIMEOUT_MS = 20_000;

/** Fetches a media item of a post for platforms that take bytes; the address is checked again at every hop. */
export async function fetchMedia(client: HttpClient, media: Media, lease: Lease): Promise<MediaBytes> {
  try {
    const answer = await client.request({
      method: 'GET',
      url: media.url,
      redirects: REDIRECTS_MAX,
      maxBytes: BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
      deadline: lease.deadlineMs(),
      signal: lease.signal,
    });
    if (answer.status >= 500) throw unfetched('unavailable', `its address answered ${answer.status}.`);
    if (answer.status !== 200) throw unfetched('rejected', `its address answered ${answer.status}.`);
    if (answer.truncated) throw unfetched('rejected', `it is larger than ${BYTES_MAX / 1024 / 1024} MiB.`);
    const contentType = answer.headers['content-type']?.replace(/;.*$/, '').trim() ?? 'application/octet-stream';
    return { bytes: answer.bytes, contentType, filename: new URL(media.url).pathname.split('/').at(-1) || 'file' };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    const isTheirs = error.reason === 'blocked' || error.reason === 'invalid' || error.reason === 'dns';
    throw unfetched(isTheirs ? 'rejected' : 'unavailable', error.message);
  }
}

function unfetched(kind: 'rejected' | 'unavailable', why: string): PlatformError {
  const remedy = 'Make sure that anybody can load the address of the media, then retry.';
  return new PlatformError(kind, `The media could not be fetched: ${why}`, { field: 'media', remedy });
}
