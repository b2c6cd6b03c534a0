import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import type { Account, Operation } from '../../../core/world/world.ts';
import { invalidParameter, missingParameter, requireScope } from '../../meta/errors.ts';
import { booleanInput } from '../../meta/input.ts';
import { ownPage } from '../access.ts';
import { newPost, putPost, readTiming } from '../create-post.ts';
import { videoUpload } from '../errors.ts';
import { putChange, readMessage } from '../posts.ts';
import { scopes } from '../scopes.ts';
import type { Facebook, PostRow, VideoRow } from '../store.ts';
import { newVideo, receive, videoAt, videoOfBytes } from './video-upload.ts';

const titleMax = 255;
/** The most that one transfer takes; the client is told by `end_offset`. */
const chunkBytes = 4 * 1024 * 1024;

export function videoOperation(_facebook: Facebook, call: Call): Operation {
  const phase = call.input('upload_phase')?.toLowerCase();
  if (phase !== undefined && phase !== 'finish') return 'upload_media';
  return isHeldBack(call) ? 'upload_media' : 'publish';
}

/** Unpublished and without a time: kept until `POST /{video}` publishes it. */
function isHeldBack(call: Call): boolean {
  const isUnpublished = ['false', '0'].includes(call.input('published')?.toLowerCase() ?? '');
  return isUnpublished && !call.input('scheduled_publish_time');
}

/** `POST /{page}/videos`, in one request or in phases: https://developers.facebook.com/docs/video-api/guides/publishing */
export async function createVideo(facebook: Facebook, call: Call): Promise<PlatformResponse> {
  const account = ownPage(facebook, call);
  requireScope(call, scopes.posts);
  switch (call.input('upload_phase')?.toLowerCase()) {
    case undefined:
      return createAtOnce(facebook, call, account);
    case 'start':
      return startUpload(facebook, call, account);
    case 'transfer':
      return transferChunk(facebook, call);
    case 'finish':
      return finishUpload(facebook, call, account);
    case 'cancel': {
      const video = sessionOf(facebook, call);
      call.effect(() => facebook.store.videos.delete(video.id));
      return json({ success: true });
    }
    default:
      throw invalidParameter('Param upload_phase must be one of {start, transfer, finish, cancel}');
  }
}

async function createAtOnce(facebook: Facebook, call: Call, account: Account): Promise<PlatformResponse> {
  const texts = readTexts(call);
  const timing = readTiming(facebook, call);
  const file = call.files.find(({ field }) => field === 'source') ?? call.files.find(({ field }) => field !== 'thumb');
  const found = file ? videoOfBytes(facebook, file.bytes) : await videoAt(facebook, call.input('file_url'));
  const id = call.effect(() => {
    const video = newVideo(facebook, account, { purpose: 'video', ...texts });
    const uploaded: VideoRow = { ...video, ...found, state: 'uploaded', polls_left: Math.max(1, call.notReadyPolls()) };
    if (isHeldBack(call)) facebook.store.videos.put(video.id, uploaded);
    else publishVideo(facebook, call, account, uploaded, timing);
    return video.id;
  });
  return json({ id });
}

function startUpload(facebook: Facebook, call: Call, account: Account): PlatformResponse {
  const size_bytes = Number(call.input('file_size'));
  if (!Number.isSafeInteger(size_bytes) || size_bytes <= 0) throw missingParameter('file_size');
  const video = call.effect(() => {
    const row = newVideo(facebook, account, { purpose: 'video', size_bytes });
    facebook.store.videos.put(row.id, row);
    return row;
  });
  return json({ upload_session_id: video.id, video_id: video.id, ...offsets(video) });
}

async function transferChunk(facebook: Facebook, call: Call): Promise<PlatformResponse> {
  const video = sessionOf(facebook, call);
  const [chunk] = call.files;
  if (video.state === 'uploaded') throw videoUpload('The upload is complete already.');
  if (!chunk) throw missingParameter('video_file_chunk');
  if (Number(call.input('start_offset')) !== video.received_bytes) throw videoUpload('The offset is wrong.');
  if (chunk.bytes.length === 0 || video.received_bytes + chunk.bytes.length > video.size_bytes)
    throw videoUpload('The chunk is empty or too long.');
  return json(offsets(await receive(facebook, call, video, chunk.bytes)));
}

function finishUpload(facebook: Facebook, call: Call, account: Account): PlatformResponse {
  const video = sessionOf(facebook, call);
  if (video.state === 'uploading') throw videoUpload('The upload is not complete.');
  if (video.error !== null && video.polls_left === 0) throw videoUpload(video.error);
  const texts = readTexts(call);
  const timing = readTiming(facebook, call);
  call.effect(() => {
    const polls_left = Math.max(1, video.polls_left, call.notReadyPolls());
    const uploaded = { ...video, ...texts, polls_left };
    if (isHeldBack(call)) facebook.store.videos.put(video.id, uploaded);
    else publishVideo(facebook, call, account, uploaded, timing);
  });
  return json({ success: true });
}

function sessionOf({ store }: Facebook, call: Call): VideoRow {
  const id = call.input('upload_session_id');
  if (!id) throw missingParameter('upload_session_id');
  const video = store.videos.get(id);
  const isOpen =
    video?.account === call.account?.platform_id && video?.purpose === 'video' && video.state !== 'finished';
  if (!video || !isOpen) throw videoUpload('There is no such upload session.');
  return video;
}

function offsets({ received_bytes, size_bytes }: VideoRow): object {
  const end = Math.min(size_bytes, received_bytes + chunkBytes);
  return { start_offset: String(received_bytes), end_offset: String(end) };
}

export function readTexts(call: Call): Pick<VideoRow, 'title' | 'description'> {
  const title = call.input('title') ?? '';
  if ([...title].length > titleMax) throw invalidParameter(`Param title must be at most ${titleMax} characters long`);
  return { title, description: readMessage(call, 'description') };
}

/** `POST /{video}`: publishes one that was held back, or changes its texts. Publishing again changes nothing. */
export function changeVideo(facebook: Facebook, call: Call, row: VideoRow): PlatformResponse {
  requireScope(call, scopes.posts);
  const { store } = facebook;
  const isPublished = booleanInput(call, 'published') ?? false;
  const hasTexts = call.input('description') !== undefined || call.input('name') !== undefined;
  if (!isPublished && !hasTexts) throw missingParameter('description');
  if (row.state === 'uploading') throw videoUpload('The upload is not complete.');
  if (isPublished && row.error !== null && row.polls_left === 0) throw videoUpload(row.error);
  const description = call.input('description') === undefined ? row.description : readMessage(call, 'description');
  const changed: VideoRow = { ...row, description, title: call.input('name') ?? row.title };
  const post = store.posts.get(row.post_id ?? '');
  const isAlreadyPublic = post?.is_published === true && !hasTexts;
  const account = call.account as Account;
  call.effect(() => {
    if (isAlreadyPublic) return;
    store.videos.put(row.id, { ...changed, ...(isPublished && post && { publish_status: 'published' as const }) });
    if (post) putChange(facebook, call, post, { message: description, isPublished });
    else if (isPublished) publishVideo(facebook, call, account, changed, { is_published: true, scheduled_at: null });
  });
  return json({ success: true });
}

/** The video with its post; the response of the call does not tell the post's id. Inside an effect. */
export function publishVideo(
  facebook: Facebook,
  call: Call,
  account: Account,
  video: VideoRow,
  timing: Pick<PostRow, 'is_published' | 'scheduled_at'>,
): PostRow {
  const post = newPost(facebook, account, {
    message: video.description,
    video: video.id,
    place: video.purpose === 'reel' ? 'reel' : 'feed',
    ...timing,
    visible_at: call.visibleAt(),
  });
  const publish_status = timing.is_published ? 'published' : timing.scheduled_at === null ? 'draft' : 'scheduled';
  facebook.store.videos.put(video.id, { ...video, state: 'finished', publish_status, post_id: post.id });
  putPost(facebook, call, post);
  return post;
}
