import { PlatformError } from '../../../core/platform-error.ts';
import type { FileBody, Media, MediaBytes, Session } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { callXrpc } from '../client.ts';
import { ALT_TEXT_LENGTH_MAX, IMAGE_BYTES_MAX, THUMBNAIL_BYTES_MAX } from '../limits.ts';
import { sizeOf } from '../record/image-size.ts';
import { UploadedBlob } from '../wire.ts';

/** Rejects files that the record could hold but Bluesky's own apps could not show. */
export function assertFits({ size }: Pick<FileBody, 'size'>, bytesMax: number, { altText = '' }: Media): void {
  if (size > bytesMax) {
    throw new PlatformError('rejected', `Bluesky takes at most ${bytesMax} bytes for this.`, { field: 'media' });
  }
  if ([...altText].length > ALT_TEXT_LENGTH_MAX) {
    const message = `A description has at most ${ALT_TEXT_LENGTH_MAX} characters on Bluesky.`;
    throw new PlatformError('rejected', message, { field: 'media' });
  }
}

/** One image of the embed `app.bsky.embed.images`. */
export async function uploadImage(session: Session, item: Media) {
  const file = await session.media(item);
  assertFits({ size: file.bytes.length }, IMAGE_BYTES_MAX, item);
  const image = await uploadBlob(session, file);
  return compact({ alt: item.altText ?? '', image, aspectRatio: sizeOf(file.bytes) });
}

/** The image of a link card. */
export async function uploadThumbnail(session: Session, item: Media) {
  const file = await session.media(item);
  assertFits({ size: file.bytes.length }, THUMBNAIL_BYTES_MAX, item);
  return await uploadBlob(session, file);
}

/**
 * https://docs.bsky.app/docs/api/com-atproto-repo-upload-blob. Nothing is public yet: the server deletes blobs that no
 * record names after a while.
 */
async function uploadBlob(session: Session, { bytes, contentType }: MediaBytes) {
  const body = { bytes, type: contentType };
  const call = { method: 'POST', name: 'com.atproto.repo.uploadBlob', body } as const;
  return (await callXrpc(session, 'read', call, UploadedBlob)).blob;
}
