import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { accept, fail, settle } from './accept.ts';
import { rejectionOf } from './init-video.ts';
import type { TikTok, Upload } from './store.ts';

interface Range {
  readonly first: number;
  readonly last: number;
  readonly size: number;
}

/** Only the last chunk makes the post. */
export function uploadOperation(call: Call): Operation {
  const range = rangeOf(call);
  return range !== undefined && range.last === range.size - 1 ? 'publish' : 'upload_media';
}

function rangeOf({ headers }: Call): Range | undefined {
  const found = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(headers['content-range'] ?? '');
  if (!found) return undefined;
  const [first = 0, last = 0, size = 0] = found.slice(1).map(Number);
  return { first, last, size };
}

/**
 * `PUT {upload_url}`: chunks in order. 206 wants more, 201 has all; what was answered once is not taken again.
 * https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide
 */
export function storeChunk(tiktok: TikTok, call: Call): PlatformResponse {
  const { world, store } = tiktok;
  const row = store.publishes.get(call.input('upload_id') ?? '');
  const upload = row?.upload;
  if (!row || !upload) return { status: 404 };
  if (call.input('upload_token') !== upload.token || upload.expires_at <= world.clock.now()) return { status: 403 };
  const range = rangeOf(call);
  const isWhole = range !== undefined && range.last - range.first + 1 === call.rawBody.length;
  if (!isWhole || !/^video\/(mp4|quicktime|webm)$/.test(call.headers['content-type'] ?? '')) return { status: 400 };
  if (row.state !== 'uploading' || range.size !== upload.size || !isNext(upload, range)) return { status: 416 };
  const received = range.last + 1;
  const headers = { 'content-range': `bytes 0-${range.last}/${upload.size}` };
  const after = { ...row, upload: { ...upload, received } };
  if (received < upload.size) {
    call.effect(() =>
      store.publishes.put(row.id, { ...after, media: row.media.length > 0 ? row.media : kept(tiktok, call) }),
    );
    return { status: 206, headers };
  }
  call.effect(() => {
    const media = row.media.length > 0 ? row.media : kept(tiktok, call);
    const { contentType, durationSeconds } =
      range.first === 0 ? world.media.facts(call.rawBody) : { contentType: undefined, durationSeconds: null };
    const rejection = media.length === 0 ? 'file_format_check_failed' : rejectionOf(contentType, durationSeconds);
    const whole = { ...after, media };
    settle(tiktok, rejection === undefined ? accept(tiktok, call, whole, durationSeconds) : fail(whole, rejection));
  });
  return { status: 201, headers };
}

/** The next chunk in order, of the agreed size; the last one takes the rest. */
function isNext({ received, chunk_size, chunks, size }: Upload, { first, last }: Range): boolean {
  if (first !== received) return false;
  const isLast = first === (chunks - 1) * chunk_size;
  return last === (isLast ? size : first + chunk_size) - 1;
}

/** The first chunk stands for the file: its header says what it is. Nothing when it is no video. */
function kept({ world }: TikTok, { rawBody }: Call) {
  const { contentType } = world.media.facts(rawBody);
  return rejectionOf(contentType, 0) === undefined && contentType !== null
    ? [{ type: 'video', url: world.media.save(rawBody, contentType) } as const]
    : [];
}
