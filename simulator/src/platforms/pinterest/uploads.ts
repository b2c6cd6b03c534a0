import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { me } from './access.ts';
import { invalid, PinterestError, storageError } from './errors.ts';
import type { Pinterest, UploadRow } from './store.ts';

const uploadSeconds = 3600;

/** `POST /v5/media`: registers a video. https://developers.pinterest.com/docs/api/v5/media-create */
export function registerMedia({ world, store }: Pinterest, call: Call): PlatformResponse {
  const { platform_id: account } = me(call, 'pins:write');
  if (call.body.media_type !== 'video') throw invalid("'media_type' is not one of video");
  const { row, token } = call.effect(() => {
    const id = world.ids.snowflake();
    const made: UploadRow = {
      id,
      account,
      key: `uploads/${id.slice(-2)}/${world.ids.text('', 24)}`,
      signature: world.ids.text('', 64),
      state: 'registered',
      // At least one look finds it at work.
      polls_left: Math.max(1, call.notReadyPolls()),
      url: '',
      width: 0,
      height: 0,
      duration_seconds: null,
    };
    store.uploads.put(id, made);
    // Opens the storage and nothing else: it has no scope.
    const value = world.ids.text('FwoGZXIvYXdz', 80);
    const issued = world.tokens.issue({ kind: 'access', account, value, expiresInSeconds: uploadSeconds });
    return { row: made, token: issued.value };
  });
  const day = world.clock.iso().slice(0, 10).replaceAll('-', '');
  const upload_parameters = {
    'x-amz-date': world.clock.iso().replace(/[-:]|\.\d+/g, ''),
    'x-amz-signature': row.signature,
    'x-amz-security-token': token,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    key: row.key,
    policy: policyFor(row),
    'x-amz-credential': `ASIASIMULATED/${day}/us-east-1/s3/aws4_request`,
    'Content-Type': 'multipart/form-data',
  };
  return json({ media_id: row.id, media_type: 'video', upload_url: call.url('/', 'upload'), upload_parameters }, 201);
}

function policyFor({ key }: UploadRow): string {
  return Buffer.from(JSON.stringify({ conditions: [{ key }] })).toString('base64');
}

/** The multipart form at the storage: every parameter as it was given, and the file. */
export function storeFile({ world, store }: Pinterest, call: Call): PlatformResponse {
  const row = store.uploads.where('key', call.input('key') ?? '')[0];
  const isSigned = call.input('x-amz-signature') === row?.signature;
  if (!row || row.account !== call.account?.platform_id || !call.token || !isSigned)
    return storageError(403, 'AccessDenied', 'Access Denied');
  if (call.input('policy') !== policyFor(row))
    return storageError(403, 'SignatureDoesNotMatch', 'The policy is not the one that was signed.');
  const file = call.files.find(({ field }) => field === 'file');
  if (!file) return storageError(400, 'InvalidArgument', 'POST requires exactly one file upload per request.');
  const { contentType, width, height, durationSeconds } = world.media.facts(file.content);
  const isVideo = contentType === 'video/mp4' || contentType === 'video/quicktime';
  call.effect(() =>
    store.uploads.put(row.id, {
      ...row,
      state: isVideo ? 'uploaded' : 'failed',
      url: isVideo ? world.media.save(file.content, contentType) : '',
      width: width ?? 1080,
      height: height ?? 1920,
      duration_seconds: durationSeconds,
    }),
  );
  return { status: 204 };
}

function mediaView({ id, state, polls_left }: UploadRow) {
  const worked = state === 'uploaded' ? 'succeeded' : 'failed';
  const status = state === 'registered' ? 'registered' : polls_left > 0 ? 'processing' : worked;
  return { media_id: id, media_type: 'video', status };
}

/** `GET /v5/media/{id}`: each look takes the processing one step on. */
export function readMedia({ store }: Pinterest, call: Call): PlatformResponse {
  const { platform_id } = me(call, 'pins:read');
  const row = store.uploads.get(call.param('media'));
  if (row?.account !== platform_id) throw new PinterestError(404, 2100, 'Media not found.');
  if (row.state !== 'registered' && row.polls_left > 0)
    call.effect(() => store.uploads.put(row.id, { ...row, polls_left: row.polls_left - 1 }));
  return json(mediaView(row));
}
