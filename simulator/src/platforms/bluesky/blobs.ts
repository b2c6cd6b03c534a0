import type { Content } from '../../core/calls/content.ts';
import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse, Route } from '../../core/platform.ts';
import { blobCid } from './ids.ts';
import type { BlobRef } from './lexicon.ts';
import type { BlobRow, Store } from './store.ts';
import { me, procedure, XrpcError } from './xrpc.ts';

/** The limit of the PDS itself; what an image may weigh is a rule of the record that shows it. */
const bytesMax = 100_000_000;

export function blobRoutes(store: Store): Route[] {
  return [procedure('com.atproto.repo.uploadBlob', { operation: 'upload_media' }, (call) => uploadBlob(store, call))];
}

/** https://docs.bsky.app/docs/api/com-atproto-repo-upload-blob : the raw bytes are the body. */
function uploadBlob(store: Store, call: Call): PlatformResponse {
  const mime = (call.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
  if (mime === '')
    throw new XrpcError(400, 'InvalidRequest', 'Request encoding (Content-Type) required but not provided');
  const { content } = call;
  if (content.length > bytesMax) throw new XrpcError(413, 'PayloadTooLarge', 'request entity too large');
  const row = call.effect(() => keepBlob(store, me(call), content, mime));
  return json({ blob: refOf(row) });
}

/** The server believes the bytes more than the header. Runs inside an effect. */
export function keepBlob(store: Store, did: string, content: Content, mime: string, isMade = false): BlobRow {
  const cid = blobCid(content);
  const known = store.blobs.get(`${did} ${cid}`);
  if (known) return known;
  const type = isMade ? mime : (store.world.media.facts(content).contentType ?? mime);
  const row: BlobRow = { did, cid, mime: type, size: content.length, url: store.world.media.save(content, type) };
  store.blobs.put(`${did} ${cid}`, row);
  return row;
}

export function refOf({ cid, mime, size }: BlobRow): BlobRef {
  return { $type: 'blob', ref: { $link: cid }, mimeType: mime, size };
}

/** Every blob that a record names must have been uploaded to the same repository, and be what the record says. */
export function checkBlobs(store: Store, did: string, value: unknown): void {
  for (const { ref, mimeType, size } of blobsIn(value)) {
    const row = store.blobs.get(`${did} ${ref.$link}`);
    if (!row) throw new XrpcError(400, 'BlobNotFound', `Could not find blob: ${ref.$link}`);
    if (row.mime !== mimeType)
      throw new XrpcError(
        400,
        'InvalidMimeType',
        `Referenced Mimetype does not match stored blob. Expected: ${row.mime}, Got: ${mimeType}`,
      );
    if (row.size !== size)
      throw new XrpcError(
        400,
        'InvalidSize',
        `Referenced Size does not match stored blob. Expected: ${row.size}, Got: ${size}`,
      );
  }
}

function blobsIn(value: unknown): BlobRef[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $type, ref } = value as { $type?: unknown; ref?: { $link?: unknown } };
  if ($type === 'blob' && typeof ref?.$link === 'string') return [value as BlobRef];
  return Object.values(value).flatMap(blobsIn);
}
