import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse, UploadedFile } from '../../core/platform.ts';
import type { MediaFacts } from '../../core/world/world.ts';
import { attachment } from './entities.ts';
import { invalid, notFound } from './errors.ts';
import { at, type ScopedRoute } from './oauth/scopes.ts';
import { me } from './own.ts';
import type { MediaRow, Store } from './store.ts';

export const mediaLimits = {
  supported_mime_types: [
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/webp',
    'video/mp4',
    'video/quicktime',
    'audio/mpeg',
  ],
  description_limit: 1_500,
  image_size_limit: 16_777_216,
  image_matrix_limit: 33_177_600,
  video_size_limit: 103_809_024,
  video_frame_rate_limit: 120,
  video_matrix_limit: 8_294_400,
};

/** https://docs.joinmastodon.org/methods/media/ */
export function mediaRoutes(store: Store): ScopedRoute[] {
  const scope = 'write:media';
  return [
    { ...at('POST', '/api/v2/media'), scope, operation: 'upload_media', handle: (call) => upload(store, call) },
    { ...at('POST', '/api/v1/media'), scope, operation: 'upload_media', handle: (call) => uploadAtOnce(store, call) },
    { ...at('GET', '/api/v1/media/:id'), scope, operation: 'media_status', handle: (call) => read(store, call) },
  ];
}

/** Images are ready at once (200); video, audio and GIF are processed first (202), a `not_ready` fault lengthens it. */
function upload(store: Store, call: Call): PlatformResponse {
  return take(store, call, (type) => {
    const polls = call.notReadyPolls();
    return type === 'image' ? polls : Math.max(1, polls);
  });
}

/** The older address answers when the processing is done: https://docs.joinmastodon.org/methods/media/#v1 */
function uploadAtOnce(store: Store, call: Call): PlatformResponse {
  return take(store, call, () => 0);
}

/** `pollsFor`: how many status polls answer "processing" before a file of this type is ready. */
function take(store: Store, call: Call, pollsFor: (type: MediaRow['type']) => number): PlatformResponse {
  const file = call.files.find(({ field }) => field === 'file');
  if (!file) return invalid("File can't be blank");
  const facts = store.world.media.facts(file.content);
  const rejection = reject(file, facts);
  if (rejection) return rejection;
  const description = call.input('description') ?? null;
  if (isTooLong(description)) return tooLong;

  const row = call.effect(() => {
    const type = typeOf(facts.contentType ?? '');
    const row: MediaRow = {
      id: store.newId(),
      account: me(call),
      type,
      url: store.world.media.save(file.content, facts.contentType ?? ''),
      description,
      focus: readFocus(call) ?? { x: 0, y: 0 },
      width: facts.width,
      height: facts.height,
      duration: facts.durationSeconds,
      polls_left: pollsFor(type),
      status: null,
    };
    store.media.put(row.id, row);
    return row;
  });
  return json(attachment(row), row.polls_left > 0 ? 202 : 200);
}

function reject({ content }: UploadedFile, { contentType, width, height }: MediaFacts): PlatformResponse | undefined {
  if (contentType === null || !mediaLimits.supported_mime_types.includes(contentType))
    return invalid('File content type is invalid, File is invalid');
  const isImage = typeOf(contentType) === 'image';
  const bytesMax = isImage ? mediaLimits.image_size_limit : mediaLimits.video_size_limit;
  const pixelsMax = isImage ? mediaLimits.image_matrix_limit : mediaLimits.video_matrix_limit;
  if (content.length > bytesMax)
    return invalid(`File file size must be less than ${Math.floor(bytesMax / 1_048_576)} MB`);
  if ((width ?? 0) * (height ?? 0) > pixelsMax) return invalid(`${width}x${height} images are not supported`);
  return undefined;
}

function typeOf(contentType: string): MediaRow['type'] {
  if (contentType === 'image/gif') return 'gifv';
  if (contentType.startsWith('video/')) return 'video';
  return contentType.startsWith('audio/') ? 'audio' : 'image';
}

/** 206 while it is being processed; every look counts one poll down. */
function read(store: Store, call: Call): PlatformResponse {
  const row = own(store, call);
  if (!row) return notFound();
  if (row.polls_left === 0) return json(attachment(row));
  call.effect(() => store.media.put(row.id, { ...row, polls_left: row.polls_left - 1 }));
  return json(attachment(row), 206);
}

const tooLong = invalid(`Description is too long (maximum is ${mediaLimits.description_limit} characters)`);

function isTooLong(description: string | null): boolean {
  return description !== null && description.length > mediaLimits.description_limit;
}

function readFocus(call: Call): { x: number; y: number } | undefined {
  const [x = Number.NaN, y = Number.NaN] = (call.input('focus') ?? '').split(',').map(Number);
  return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined;
}

function own(store: Store, call: Call): MediaRow | undefined {
  const row = store.media.get(call.param('id'));
  return row?.account === me(call) ? row : undefined;
}
