import type { Content } from '../../core/calls/content.ts';
import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { me, partsOf, pick } from './access.ts';
import { errorResponse, invalid, YoutubeError } from './errors.ts';
import type { SessionRow, VideoRow, Youtube } from './store.ts';
import { videoInput } from './video-input.ts';
import { videoParts, videoView } from './video-view.ts';

/** Chunks are multiples of this, except the last one. */
const chunkUnit = 256 * 1024;
const videoBytesMax = 256 * 1024 ** 3;
const lifeSeconds = 7 * 24 * 3600;
/** The limit of channels without a verified phone number. Here every number is verified. */
const videoSecondsMax = 12 * 3600;

/** `POST …?uploadType=resumable`: https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol */
export function startUpload(youtube: Youtube, call: Call): PlatformResponse {
  const { world, store } = youtube;
  const { id: channel } = me(youtube, call, 'upload');
  const parts = partsOf(call, videoParts);
  if (call.input('uploadType') !== 'resumable')
    throw invalid('mediaBodyRequired', 'The request does not include the video content.');
  const input = videoInput(youtube, call.body, parts);
  const type = call.headers['x-upload-content-type'] ?? 'application/octet-stream';
  const size = sizeOf(call.headers['x-upload-content-length']);
  if (!/^(video\/|application\/octet-stream)/.test(type) || (size ?? 0) > videoBytesMax)
    throw invalid('mediaBodyRequired', 'Media type or size is not supported.');
  const row: SessionRow = {
    id: world.ids.text('AJ', 90),
    channel,
    input,
    parts,
    type,
    size,
    stored: 0,
    chunks: [],
    video: null,
    expires_at: world.clock.now() + lifeSeconds * 1000,
  };
  call.effect(() => store.sessions.put(row.id, row));
  const query = new URLSearchParams({ uploadType: 'resumable', part: parts.join(','), upload_id: row.id });
  const location = call.url(`/upload/youtube/v3/videos?${query}`);
  return { status: 200, body: '', headers: { location, 'x-guploader-uploadid': row.id } };
}

/** The kind of a PUT to the session: a status question, a chunk, or the last chunk. */
export function chunkOperation(call: Call): Operation {
  const range = rangeOf(call);
  if (range === 'ask') return 'container_status';
  return range !== undefined && range.end + 1 === range.total ? 'publish' : 'upload_media';
}

/** `PUT <session>`: bytes, or without any the question how many have arrived. */
export async function putChunk(youtube: Youtube, call: Call): Promise<PlatformResponse> {
  const { id: channel } = me(youtube, call, 'upload');
  const row = youtube.store.sessions.get(call.input('upload_id') ?? '');
  if (!row || row.channel !== channel || row.expires_at <= youtube.world.clock.now()) return noSession();
  const range = rangeOf(call);
  if (row.video !== null) return finished(youtube, row);
  if (range === 'ask') return incomplete(row);
  if (range === undefined || call.rawBody.length !== range.end - range.start + 1)
    return badChunk('The Content-Range does not fit the bytes.');
  if (row.size !== null && range.total !== null && range.total !== row.size)
    return badChunk('The size is not the one that was announced.');
  if (range.start > row.stored) return incomplete(row);
  const isLast = range.end + 1 === range.total;
  if (!isLast && call.rawBody.length % chunkUnit !== 0) return badChunk('Chunks are multiples of 262144 bytes.');
  // Bytes that were stored before are skipped.
  const fresh = call.rawBody.subarray(row.stored - range.start);
  if (!isLast) return keepChunk(youtube, call, row, fresh, range.total);
  const content = await youtube.world.media.join(row.chunks, fresh);
  try {
    const video = makeVideo(youtube, call, row, content);
    return json(pick(videoView(youtube, video, channel), row.parts));
  } finally {
    content.close();
  }
}

function keepChunk(
  { world, store }: Youtube,
  call: Call,
  row: SessionRow,
  fresh: Buffer,
  total: number | null,
): PlatformResponse {
  const chunks = fresh.length === 0 ? row.chunks : [...row.chunks, world.media.save(fresh, 'application/octet-stream')];
  const grown = { ...row, size: row.size ?? total, stored: row.stored + fresh.length, chunks };
  call.effect(() => store.sessions.put(row.id, grown));
  return incomplete(grown);
}

/** The video is there with its last byte, also while it is processed. What cannot be played is found out then. */
function makeVideo({ world, store }: Youtube, call: Call, row: SessionRow, content: Content): VideoRow {
  const { contentType, width, height, durationSeconds } = world.media.facts(content);
  const isVideo = contentType?.startsWith('video/') === true;
  if (content.length === 0) throw invalid('mediaBodyRequired', 'The request does not include the video content.');
  if (contentType !== null && !isVideo) throw invalid('mediaBodyRequired', 'The file is not a video.');
  if ((durationSeconds ?? 0) > videoSecondsMax) throw invalid('invalidVideoMetadata', 'The video is too long.');
  const url = world.media.save(content, contentType ?? row.type);
  return call.effect(() => {
    // Two calls with the last chunk at once make one video.
    const made = store.videos.get(store.sessions.get(row.id)?.video ?? '');
    if (made) return made;
    const { snippet, status, recording_date } = row.input;
    const video: VideoRow = {
      snippet,
      status,
      recording_date,
      id: world.ids.text('', 11),
      channel: row.channel,
      url,
      width,
      height,
      duration_seconds: durationSeconds ?? 0,
      thumbnail: world.media.sample('sample.jpg'),
      failure: contentType === null ? 'invalidFile' : null,
      polls_left: call.notReadyPolls(),
      liked_by: [],
      created_at: world.clock.now(),
      visible_at: call.visibleAt(),
    };
    store.videos.put(video.id, video);
    store.sessions.put(row.id, { ...row, video: video.id, stored: content.length, chunks: [] });
    call.record({ kind: 'post', platform_id: video.id, text: snippet.description, media: [{ type: 'video', url }] });
    return video;
  });
}

function finished(youtube: Youtube, { video, parts, channel }: SessionRow): PlatformResponse {
  const made = youtube.store.videos.get(video ?? '');
  return made ? json(pick(videoView(youtube, made, channel), parts)) : noSession();
}

function incomplete({ stored, id }: SessionRow): PlatformResponse {
  const range = stored === 0 ? {} : { range: `bytes=0-${stored - 1}` };
  return { status: 308, body: '', headers: { ...range, 'x-guploader-uploadid': id } };
}

function noSession(): PlatformResponse {
  return errorResponse(404, 'notFound', 'Upload session not found.', { domain: 'global' });
}

function badChunk(message: string): PlatformResponse {
  return errorResponse(400, 'badRequest', message, { domain: 'global' });
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly total: number | null;
}

/** Without a `Content-Range` it is the whole file. */
function rangeOf(call: Call): Range | 'ask' | undefined {
  const header = call.headers['content-range'];
  const { length } = call.rawBody;
  if (header === undefined) return length === 0 ? undefined : { start: 0, end: length - 1, total: length };
  if (/^bytes \*\/(\d+|\*)$/.test(header)) return 'ask';
  const [, start, end, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(header) ?? [];
  return start === undefined ? undefined : { start: Number(start), end: Number(end), total: sizeOf(total) };
}

function sizeOf(text: string | undefined): number | null {
  if (text === undefined || text === '*') return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new YoutubeError(400, 'badRequest', 'The size is not a number.', { domain: 'global' });
}
