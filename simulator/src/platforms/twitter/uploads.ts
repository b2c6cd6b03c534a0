import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { checkBody, object, string } from './body-schema.ts';
import { categories, categoryOf, checkMedia, keyPrefix, sizeMax } from './media-rules.ts';
import { isId } from './parameters.ts';
import { invalidRequest, notPermitted } from './problems.ts';
import type { Segment, Store, Upload } from './store.ts';

/** https://docs.x.com/x-api/media/introduction */
const expirySeconds = 86_400;
const segmentsMax = 1000;
const segmentBytesMax = 5 * 1024 * 1024;
const altTextMax = 1000;
/** A video says in_progress once before it is ready; a GIF is ready at the first look. */
const usualPolls = (upload: Upload) => (upload.category.endsWith('video') ? 1 : 0);

export function initialize(store: Store, call: Call): PlatformResponse {
  const type = call.input('media_type') ?? '';
  const category = call.input('media_category') ?? categoryOf(type);
  const total = Number(call.input('total_bytes'));
  if (!Number.isInteger(total) || total < 1) throw wrong('total_bytes', call.input('total_bytes'), 'is not valid');
  const upload = newUpload(store, call, type, category, total);
  call.effect(() => store.uploads.put(upload.id, upload));
  return json({ data: { id: upload.id, media_key: upload.media_key, expires_after_secs: expirySeconds } });
}

export function append(store: Store, call: Call, mediaId: string): PlatformResponse {
  const upload = ownUpload(store, call, mediaId);
  const index = Number(call.input('segment_index'));
  if (!Number.isInteger(index) || index < 0 || index >= segmentsMax)
    throw wrong('segment_index', call.input('segment_index'), `is not between 0 and ${segmentsMax - 1}`);
  if (upload.state !== 'uploading') throw wrong('media_id', mediaId, 'was finalized before');
  const bytes = sentBytes(call);
  if (bytes.length > segmentBytesMax) throw wrong('media', `${bytes.length} bytes`, 'is larger than 5 MB');
  const segment: Segment = {
    index,
    size: bytes.length,
    url: store.world.media.save(bytes, 'application/octet-stream'),
  };
  const others = upload.segments.filter((other) => other.index !== index);
  call.effect(() => store.uploads.put(upload.id, { ...upload, segments: [...others, segment] }));
  return json({ data: { expires_at: Math.floor(upload.expires_at / 1000) } });
}

export async function finalize(store: Store, call: Call, mediaId: string): Promise<PlatformResponse> {
  const upload = ownUpload(store, call, mediaId);
  if (upload.state !== 'uploading') return json({ data: shown(upload) });
  const bytes = await joined(store, upload);
  if (bytes.length !== upload.total_bytes)
    throw wrong(
      'media_id',
      mediaId,
      `has ${bytes.length} bytes: segments do not add up to the announced ${upload.total_bytes}`,
    );
  const done = call.effect(() => complete(store, call, upload, bytes));
  return json({ data: shown(done) });
}

/** Everything in one call: images only. */
export function uploadAtOnce(store: Store, call: Call): PlatformResponse {
  const bytes = sentBytes(call);
  const type = call.input('media_type') ?? store.world.media.facts(bytes).contentType ?? '';
  const category = call.input('media_category');
  if (category === undefined) throw wrong('media_category', '', 'can not be empty');
  if (!/_image$|^subtitles$/.test(category)) throw wrong('media_category', category, 'needs the chunked upload');
  const upload = newUpload(store, call, type, category, bytes.length);
  const done = call.effect(() => complete(store, call, upload, bytes));
  return json({ data: shown(done) });
}

/** GET /2/media/upload?command=STATUS: each look moves the work on. */
export function status(store: Store, call: Call): PlatformResponse {
  if (call.input('command') !== 'STATUS') throw wrong('command', call.input('command'), 'is not one of [STATUS]');
  const upload = ownUpload(store, call, call.input('media_id') ?? '');
  const seen = lookedAt(upload);
  if (seen !== upload) call.effect(() => store.uploads.put(seen.id, seen));
  return json({ data: shown(seen) });
}

/** POST /2/media/metadata */
export function describe(store: Store, call: Call): PlatformResponse {
  const altSchema = object({ text: { type: 'string', max: altTextMax } }, 'text');
  checkBody(call, object({ id: string, metadata: object({ alt_text: altSchema }) }, 'id', 'metadata'));
  const { id, metadata } = call.body as { id: string; metadata: { alt_text?: { text: string } } };
  const upload = ownUpload(store, call, id);
  const alt_text = metadata.alt_text?.text ?? upload.alt_text;
  call.effect(() => store.uploads.put(id, { ...upload, alt_text }));
  return json({ data: { id, associated_metadata: metadata } });
}

function newUpload(store: Store, call: Call, type: string, category: string, total: number): Upload {
  const owner = call.account?.platform_id;
  if (owner === undefined) throw notPermitted();
  const max = sizeMax(category);
  if (max === undefined) throw wrong('media_category', category, `is not one of [${categories.join(',')}]`);
  if (!/^[a-z]+\/[\w.+-]+$/.test(type)) throw wrong('media_type', type, 'is not valid');
  if (total > max) throw wrong('total_bytes', String(total), `is larger than ${max}`);
  const id = store.nextId();
  return {
    id,
    media_key: `${keyPrefix(category)}_${id}`,
    owners: [owner, ...call.inputs('additional_owners').flatMap((list) => list.split(','))],
    category,
    type,
    total_bytes: total,
    segments: [],
    state: 'uploading',
    is_processed: false,
    polls_left: 0,
    failure: null,
    url: '',
    width: null,
    height: null,
    duration_seconds: null,
    alt_text: '',
    expires_at: store.world.clock.now() + expirySeconds * 1000,
  };
}

/** Looks into the bytes and begins to process what needs it. Runs inside an effect. */
function complete(store: Store, call: Call, upload: Upload, bytes: Buffer): Upload {
  const facts = store.world.media.facts(bytes);
  const failure = checkMedia(upload.category, facts);
  const isImage = !/gif$|video$/.test(upload.category);
  if (failure && isImage) throw wrong('media', upload.type, failure);
  const extraPolls = call.notReadyPolls();
  const isProcessed = !isImage || extraPolls > 0;
  const done: Upload = {
    ...upload,
    state: isProcessed ? 'pending' : 'succeeded',
    is_processed: isProcessed,
    polls_left: usualPolls(upload) + extraPolls,
    failure,
    url: store.world.media.save(bytes, facts.contentType ?? upload.type),
    width: facts.width,
    height: facts.height,
    duration_seconds: facts.durationSeconds,
    segments: [],
  };
  store.uploads.put(done.id, done);
  return done;
}

function lookedAt(upload: Upload): Upload {
  if (upload.state !== 'pending' && upload.state !== 'in_progress') return upload;
  if (upload.polls_left > 0) return { ...upload, state: 'in_progress', polls_left: upload.polls_left - 1 };
  return { ...upload, state: upload.failure === null ? 'succeeded' : 'failed' };
}

function shown(upload: Upload): object {
  const { id, media_key, total_bytes: size, is_processed } = upload;
  const processing = is_processed ? { processing_info: processingInfo(upload) } : {};
  return { id, media_key, size, expires_after_secs: expirySeconds, ...processing };
}

function processingInfo({ state, failure }: Upload): object {
  if (state === 'succeeded') return { state, progress_percent: 100 };
  if (state === 'failed') return { state, error: { code: 1, name: 'InvalidMedia', message: failure } };
  return state === 'pending' ? { state, check_after_secs: 1 } : { state, progress_percent: 50, check_after_secs: 1 };
}

async function joined(store: Store, { segments }: Upload): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const { url } of segments.toSorted((a, b) => a.index - b.index)) {
    const found = await store.world.media.fetch(url);
    if (found.ok && found.bytes) parts.push(found.bytes);
  }
  return Buffer.concat(parts);
}

function sentBytes(call: Call): Buffer {
  const file = call.files.find(({ field }) => field === 'media');
  if (file) return file.bytes;
  const bytes = Buffer.from(call.input('media') ?? call.input('media_data') ?? '', 'base64');
  if (bytes.length === 0) throw wrong('media', '', 'can not be empty');
  return bytes;
}

function ownUpload(store: Store, call: Call, mediaId: string): Upload {
  const upload = isId(mediaId) ? store.uploads.get(mediaId) : undefined;
  const isUsable =
    upload?.owners.includes(call.account?.platform_id ?? '') && upload.expires_at > store.world.clock.now();
  if (!upload || !isUsable) throw wrong('media_id', mediaId, 'is not valid');
  return upload;
}

function wrong(name: string, value: string | undefined, what: string) {
  return invalidRequest({
    name,
    value: value ?? '',
    message: `The \`${name}\` parameter value [${value ?? ''}] ${what}`,
  });
}
