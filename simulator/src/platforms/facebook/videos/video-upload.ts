import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import type { Account, MediaFacts } from '../../../core/world/world.ts';
import { requireScope, unsupported } from '../../meta/errors.ts';
import { factsAt } from '../../meta/media-facts.ts';
import { photoMissing, videoFormat, videoNotFetched } from '../errors.ts';
import { scopes } from '../scopes.ts';
import type { Facebook, VideoRow } from '../store.ts';

const videoTypes = ['video/mp4', 'video/quicktime'];

export function newVideo(
  { world }: Facebook,
  account: Account,
  options: Pick<VideoRow, 'purpose'> & Partial<VideoRow>,
): VideoRow {
  return {
    id: world.ids.digits('11', 16),
    order: world.ids.snowflake(),
    account: account.platform_id,
    url: '',
    title: '',
    description: '',
    size_bytes: 0,
    received: [],
    received_bytes: 0,
    polls_left: 0,
    error: null,
    state: 'uploading',
    publish_status: null,
    post_id: null,
    created_at: world.clock.now(),
    ...options,
  };
}

type Found = Pick<VideoRow, 'url' | 'size_bytes' | 'received_bytes' | 'error'>;

/** A video in one request: a wrong file is rejected at once. */
export async function videoAt({ world }: Facebook, url: string | undefined): Promise<Found> {
  if (!url) throw photoMissing();
  const facts = await factsAt(world, url);
  if (!facts) throw videoNotFetched();
  if (!isVideo(facts)) throw videoFormat();
  const { sizeBytes = 0 } = facts;
  return { url, size_bytes: sizeBytes, received_bytes: sizeBytes, error: null };
}

export function videoOfBytes({ world }: Facebook, bytes: Buffer): Found {
  const facts = world.media.facts(bytes);
  if (!isVideo(facts)) throw videoFormat();
  const url = world.media.save(bytes, facts.contentType ?? 'video/mp4');
  return { url, size_bytes: bytes.length, received_bytes: bytes.length, error: null };
}

function isVideo({ contentType }: Partial<MediaFacts>): boolean {
  return contentType === undefined || videoTypes.includes(contentType ?? '');
}

/** Keeps a piece of an upload, and makes one file of all with the last one. Faults of the file show in its status. */
export async function receive(
  { world, store }: Facebook,
  call: Call,
  video: VideoRow,
  bytes: Buffer,
): Promise<VideoRow> {
  const grown = { ...video, received_bytes: video.received_bytes + bytes.length };
  const keep = (row: VideoRow) => {
    store.videos.put(row.id, row);
    return row;
  };
  if (grown.received_bytes < video.size_bytes) {
    const piece = world.media.save(bytes, 'application/octet-stream');
    return call.effect(() => keep({ ...grown, received: [...video.received, piece] }));
  }
  const content = await world.media.join(video.received, bytes);
  try {
    // Another call may have brought the last piece, too.
    const now = store.videos.get(video.id);
    if (now && now.state !== 'uploading') return now;
    const facts = world.media.facts(content);
    const url = world.media.save(content, facts.contentType ?? 'video/mp4');
    const found = { url, received: [], state: 'uploaded', error: problemOf(video, facts) } as const;
    return call.effect(() => keep({ ...grown, ...found, polls_left: call.notReadyPolls() }));
  } finally {
    content.close();
  }
}

/** https://developers.facebook.com/docs/video-api/guides/reels-publishing: specifications; stories are like reels. */
function problemOf({ purpose }: VideoRow, facts: Partial<MediaFacts>): string | null {
  const { width, height, durationSeconds } = facts;
  if (!isVideo(facts)) return 'The file is not a video';
  if (purpose === 'video') return null;
  if (durationSeconds && (durationSeconds < 3 || durationSeconds > 90)) return 'Video duration is not supported';
  if (width && height && (width < 540 || height < 960)) return 'Resolution too low';
  return null;
}

/**
 * `POST https://rupload.facebook.com/video-upload/{version}/{video}`: bytes from `offset` on, or the address of a file,
 * both in headers. Errors have an envelope of their own.
 */
export async function uploadBytes(facebook: Facebook, call: Call): Promise<PlatformResponse> {
  const { store, world } = facebook;
  requireScope(call, scopes.posts);
  const video = store.videos.get(call.param('video'));
  if (!video || video.account !== call.account?.platform_id) throw unsupported(call.method, call.param('video'));
  if (video.state !== 'uploading') return uploadError('ProcessingFailedError', 'The upload is complete already');

  const address = call.headers.file_url;
  if (address !== undefined) {
    const facts = /\.fbcdn\.net$/.test(URL.parse(address)?.hostname ?? '') ? null : await factsAt(world, address);
    if (!facts) return uploadError('ProcessingFailedError', 'The file could not be fetched');
    const { sizeBytes = 0 } = facts;
    const found = { url: address, size_bytes: sizeBytes, received_bytes: sizeBytes, error: problemOf(video, facts) };
    call.effect(() => {
      store.videos.put(video.id, { ...video, ...found, polls_left: call.notReadyPolls(), state: 'uploaded' });
    });
    return json({ success: true });
  }

  const size = Number(call.headers.file_size);
  if (!Number.isSafeInteger(size) || size <= 0) return uploadError('PartialRequestError', 'file_size is missing');
  if (Number(call.headers.offset) !== video.received_bytes)
    return uploadError('OffsetInvalidError', 'Request starting offset is invalid');
  if (call.rawBody.length === 0 || video.received_bytes + call.rawBody.length > size)
    return uploadError('PartialRequestError', 'The body is empty or longer than file_size');
  const row = await receive(facebook, call, { ...video, size_bytes: size }, call.rawBody);
  if (row.state === 'uploading') return uploadError('PartialRequestError', 'Partial request: more bytes are awaited');
  return json({ success: true });
}

function uploadError(type: string, message: string): PlatformResponse {
  return json({ debug_info: { retriable: false, type, message } }, 400);
}
