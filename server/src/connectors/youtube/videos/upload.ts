import { createHash } from 'node:crypto';
import { PlatformError } from '../../../core/platform-error.ts';
import type { FileBody, MediaFile, PlatformResponse, Session } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import type { Purpose } from '../../shared/call-platform.ts';
import { retryAfter } from '../../shared/call-platform.ts';
import { signed, toRejection } from '../client.ts';
import { type Material, SavedVideo } from '../wire.ts';

/** Chunks are multiples of this, except the last one. */
const UNIT = 256 * 1024;
/** Bytes that a slow connection can upload within the timeout of one call. */
const CHUNK = 16 * UNIT;
const STALLS_MAX = 3;

/** The state of an upload: the bytes that have arrived, the finished video, or unknown to YouTube. */
export type Progress =
  | { readonly state: 'open'; readonly stored: number }
  | { readonly state: 'done'; readonly id: string }
  | { readonly state: 'gone' };

/** The offset of the last piece. It is small, so that the one call with an effect is short. */
export function lastPieceOf(size: number): number {
  return Math.floor((size - 1) / UNIT) * UNIT;
}

/**
 * Reads the state of an upload.
 * https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol#Check_Upload_Status
 */
export function readProgress(session: Session, purpose: Purpose, material: Material): Promise<Progress> {
  return put(session, purpose, material, `bytes */${material.size}`, new Uint8Array(0));
}

/** Sends the bytes from YouTube's position up to `end`, in chunks. Only YouTube's report says which bytes arrived. */
export async function sendBytes(
  session: Session,
  purpose: Purpose,
  material: Material,
  file: MediaFile,
  { from, end }: { readonly from: number; readonly end: number },
): Promise<Progress> {
  let progress: Progress = { state: 'open', stored: from };
  let stalls = 0;
  while (progress.state === 'open' && progress.stored < end) {
    const { stored } = progress;
    const next = Math.min(stored + CHUNK, end);
    const range = `bytes ${stored}-${next - 1}/${material.size}`;
    try {
      progress = await put(session, purpose, material, range, partOf(file, stored, next));
    } catch (error) {
      // The state is read after a lost chunk. After a lost last piece the pipeline reads it.
      if (purpose === 'effect' || !(error instanceof PlatformError) || error.kind !== 'unavailable') throw error;
      progress = await readProgress(session, purpose, material);
    }
    if (progress.state === 'open' && progress.stored <= stored) stalls += 1;
    if (stalls === STALLS_MAX) throw new PlatformError('unavailable', 'YouTube did not take a part of the video.');
  }
  return progress;
}

function partOf(file: MediaFile, from: number, to: number): FileBody {
  return { size: to - from, read: (start, end) => file.read(from + start, from + end) };
}

/**
 * The id of an upload from its address. The address itself is not followed, because a response must not choose the
 * host.
 */
async function put(
  session: Session,
  purpose: Purpose,
  { uploadId, part }: Material,
  range: string,
  bytes: Uint8Array | FileBody,
): Promise<Progress> {
  const request = signed(session, {
    method: 'PUT',
    path: '/upload/youtube/v3/videos',
    query: { uploadType: 'resumable', part, upload_id: uploadId },
    headers: { 'content-range': range },
    body: { bytes, type: 'application/octet-stream' },
  });
  const response = await session.http.send(request).catch((error: unknown) => {
    const isHarmless = purpose === 'read' && error instanceof PlatformError && error.kind === 'unknown';
    throw isHarmless ? new PlatformError('unavailable', error.message, error.facts) : error;
  });
  return toProgress(response, purpose, session.now());
}

function toProgress(response: PlatformResponse, purpose: Purpose, now: Date): Progress {
  const { status, headers } = response;
  if (status === 308) return { state: 'open', stored: storedIn(headers.range) };
  const video = status === 200 || status === 201 ? SavedVideo.safeParse(response.json).data : undefined;
  if (video !== undefined) return { state: 'done', id: video.id };
  if (status === 404 || status === 410) return { state: 'gone' };
  const rejection = status >= 400 ? toRejection(response, now) : undefined;
  if (rejection !== undefined) throw rejection;
  const wait = retryAfter(headers['retry-after'], now);
  throw new PlatformError(
    purpose === 'effect' ? 'unknown' : 'unavailable',
    `YouTube answered an upload with status ${status}, not as it documents.`,
    compact({ status, retryAfterSeconds: wait }),
  );
}

/** `bytes=0-524287`; a missing header means that nothing has arrived. */
function storedIn(range: string | undefined): number {
  const [, last] = /^bytes=0-(\d{1,15})$/.exec(range ?? '') ?? [];
  return last === undefined ? 0 : Number(last) + 1;
}

export async function digestOf(file: MediaFile): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < file.size; start += UNIT) hash.update(await file.read(start, start + UNIT));
  return hash.digest('base64url');
}
