import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { accessDenied, illegal, missingField, notFound, platformErrors, wrongUrn } from '../errors.ts';
import { grantOf, requireRight } from '../grants.ts';
import { keyAt, requiredIn } from '../restli.ts';
import { type LinkedIn, type MediaKind, type MediaPart, type MediaRow, urnOf } from '../store.ts';
import { failureOf, videoBytesMax } from './media.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api and its neighbours. */
const partBytesMax = 4_194_304;
const uploadMs = 24 * 3_600_000;
/** A video is looked at once in vain, as its processing takes a while. */
const videoPolls = 1;

/** `POST /rest/{images|videos}?action=…`. */
export function startOrFinish(kind: MediaKind) {
  return (linkedin: LinkedIn, call: Call): PlatformResponse | Promise<PlatformResponse> => {
    const action = requiredIn(call, 'action');
    if (action === 'initializeUpload') return initialize(linkedin, call, kind);
    if (action === 'finalizeUpload' && kind === 'video') return finalize(linkedin, call);
    throw illegal(`Unknown action ${action}`);
  };
}

function initialize(linkedin: LinkedIn, call: Call, kind: MediaKind): PlatformResponse {
  const { world, store } = linkedin;
  const { owner, fileSizeBytes } = fieldsOf(call, 'initializeUploadRequest');
  if (typeof owner !== 'string') throw missingField('/initializeUploadRequest/owner');
  requireRight(linkedin, call, 'write', owner);
  const size = kind === 'video' ? sizeOf(fileSizeBytes) : 0;
  const id = world.ids.text(kind === 'image' ? 'C4E' : 'C5F', 16);
  const row: MediaRow = {
    urn: `urn:li:${kind}:${id}`,
    kind,
    account: call.account?.platform_id ?? '',
    owner,
    size_bytes: size,
    parts: {},
    parts_count: kind === 'video' ? Math.ceil(size / partBytesMax) : 1,
    status: 'WAITING_UPLOAD',
    polls_left: 0,
    failure: null,
    url: '',
    upload_expires_at: world.clock.now() + uploadMs,
  };
  call.effect(() => store.media.put(row.urn, row));
  const url = (part: number) =>
    call.url(
      `/dms-uploads/${id}/uploaded-${kind}/${part}?ca=vector_feedshare&cn=uploads&sync=${kind === 'image' ? 1 : 0}`,
      'www',
    );
  if (kind !== 'video')
    return json({ value: { uploadUrlExpiresAt: row.upload_expires_at, uploadUrl: url(0), [kind]: row.urn } });
  const uploadInstructions = Array.from({ length: row.parts_count }, (_, part) => ({
    uploadUrl: url(part),
    firstByte: part * partBytesMax,
    lastByte: Math.min(size, (part + 1) * partBytesMax) - 1,
  }));
  return json({
    value: { uploadUrlsExpireAt: row.upload_expires_at, video: row.urn, uploadInstructions, uploadToken: '' },
  });
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw missingField('/initializeUploadRequest/fileSizeBytes');
  if (value > videoBytesMax) throw illegal('The video is larger than 500 MB');
  return value;
}

/** `PUT` to an address that initializeUpload gave. Pieces of a video need no token: their addresses are secret. */
export function receive(linkedin: LinkedIn, call: Call): PlatformResponse {
  const { world, store } = linkedin;
  const kind = call.param('name').replace('uploaded-', '');
  const row = store.media.get(`urn:li:${kind}:${call.param('asset')}`);
  const part = Number(call.param('part'));
  if (!row || !Number.isInteger(part) || part < 0 || part >= row.parts_count) throw notFound('upload');
  if (!call.token && row.kind !== 'video') return platformErrors.unauthorized(call, 'invalid');
  if (call.token && !mayUse(linkedin, call, row)) throw accessDenied('dms-uploads.PUT');
  if (world.clock.now() > row.upload_expires_at) throw accessDenied('dms-uploads.PUT: the upload URL has expired');
  if (call.rawBody.length === 0) throw illegal('The body is empty');
  const stored = () => world.media.save(call.rawBody, 'application/octet-stream');

  if (row.kind !== 'video') {
    if (row.status !== 'WAITING_UPLOAD') throw illegal('The asset was uploaded before');
    call.effect(() => store.media.put(row.urn, processed(linkedin, call, row, call.rawBody)));
    return { status: 201 };
  }
  const size = Math.min(row.size_bytes, (part + 1) * partBytesMax) - part * partBytesMax;
  if (call.rawBody.length !== size) throw illegal(`The part has ${call.rawBody.length} bytes instead of ${size}`);
  const etag = world.ids.text('', 40);
  call.effect(() => {
    const parts: Record<string, MediaPart> = { ...row.parts, [part]: { etag, size, url: stored() } };
    store.media.put(row.urn, { ...row, parts });
  });
  return { status: 200, headers: { etag } };
}

async function finalize(linkedin: LinkedIn, call: Call): Promise<PlatformResponse> {
  const { store, world } = linkedin;
  const { video, uploadedPartIds, uploadToken } = fieldsOf(call, 'finalizeUploadRequest');
  const row = typeof video === 'string' ? store.media.get(video) : undefined;
  if (row?.kind !== 'video') throw wrongUrn('/finalizeUploadRequest/video', String(video));
  requireRight(linkedin, call, 'write', row.owner);
  if (uploadToken !== undefined && uploadToken !== '') throw illegal('Unknown uploadToken');
  const given = Array.isArray(uploadedPartIds) ? uploadedPartIds.map((id) => String(id).replace(/^"|"$/g, '')) : [];
  const parts = Array.from({ length: row.parts_count }, (_, part) => row.parts[part]);
  if (parts.some((part, index) => part?.etag !== given[index]) || given.length !== parts.length)
    throw illegal('uploadedPartIds do not name the uploaded parts in their order');
  if (row.status !== 'WAITING_UPLOAD') return { status: 200 };
  const pieces: Buffer[] = [];
  for (const part of parts) {
    const found = await world.media.fetch(part?.url ?? '');
    if (found.ok && found.bytes) pieces.push(found.bytes);
  }
  call.effect(() => store.media.put(row.urn, processed(linkedin, call, row, Buffer.concat(pieces))));
  return { status: 200 };
}

/** Runs inside an effect: takes the faults of the new object. */
function processed({ world }: LinkedIn, call: Call, row: MediaRow, bytes: Buffer): MediaRow {
  const facts = world.media.facts(bytes);
  const failure = failureOf(row.kind, facts);
  const url = world.media.save(bytes, facts.contentType ?? 'application/octet-stream');
  const polls_left = call.notReadyPolls() + (row.kind === 'video' ? videoPolls : 0);
  return settled({ ...row, status: 'PROCESSING', polls_left, failure, url, size_bytes: bytes.length });
}

function settled(row: MediaRow): MediaRow {
  if (row.status !== 'PROCESSING' || row.polls_left > 0) return row;
  return { ...row, status: row.failure === null ? 'AVAILABLE' : 'PROCESSING_FAILED' };
}

/** `GET /rest/{images|videos}/{urn}`: each look moves the processing on. */
export function readMedia(kind: MediaKind) {
  return (linkedin: LinkedIn, call: Call): PlatformResponse => {
    const urn = keyAt(call, 2);
    if (!urn.startsWith(`urn:li:${kind}:`)) throw wrongUrn(kind, urn);
    const row = linkedin.store.media.get(urn);
    if (!row) throw notFound(urn);
    if (!mayUse(linkedin, call, row)) throw accessDenied(`${kind}s.GET`);
    if (row.status === 'PROCESSING') {
      const now = row.polls_left > 0 ? { ...row, polls_left: row.polls_left - 1 } : settled(row);
      call.effect(() => linkedin.store.media.put(urn, now));
      return json(mediaView(now));
    }
    return json(mediaView(row));
  };
}

function mediaView(row: MediaRow): object {
  const isReady = row.status === 'AVAILABLE';
  return {
    id: row.urn,
    owner: row.owner,
    status: row.status,
    ...(isReady && { downloadUrl: row.url, downloadUrlExpiresAt: row.upload_expires_at }),
    ...(row.status === 'PROCESSING_FAILED' && { processingFailureReason: row.failure }),
  };
}

/** The one who may write as its owner. */
function mayUse(linkedin: LinkedIn, call: Call, { owner }: MediaRow): boolean {
  const { member, organizations } = grantOf(linkedin, call);
  return [urnOf('member', member), ...organizations.map((id) => urnOf('organization', id))].includes(owner);
}

/** The one object of an action's body. */
function fieldsOf(call: Call, name: string): Record<string, unknown> {
  const value = call.body[name];
  if (typeof value !== 'object' || value === null) throw missingField(`/${name}`);
  return value as Record<string, unknown>;
}
