import { type Files, keyOf } from '../../core/files.ts';
import { missingFileError, PlatformError } from '../../core/platform-error.ts';
import type { Media } from '../../core/session.ts';
import type { StoredMedia } from '../../db/column-types.ts';
import type { Runner } from '../../db/query.ts';
import * as media from './media.repository.ts';
import type { MediaRow } from './media.ts';
import { imageForPlatform } from './renditions/image-rendition.ts';
import { type MediaPurpose, videoForPlatform } from './renditions/video-for-platform.ts';
import { areVideoFacts } from './renditions/video-rendition.ts';

/** Platforms load files within minutes. Some load a video again while they process it. */
const PLATFORM_URL_LIFETIME_MS = 24 * 3600 * 1000;

const TYPE_BY_EXTENSION: Readonly<Record<string, 'image' | 'video'>> = {
  ...Object.fromEntries(['mp4', 'mov', 'avi', 'mkv', 'webm', 'm4v'].map((extension) => [extension, 'video'])),
  ...Object.fromEntries(['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'heic'].map((extension) => [extension, 'image'])),
};

/** The kind of a media item: the caller's, otherwise by the extension of the address, otherwise an image. */
export function mediaType(item: StoredMedia): Media['type'] {
  if (item.type !== undefined) return item.type;
  const path = URL.canParse(item.source) ? new URL(item.source).pathname : item.source;
  return TYPE_BY_EXTENSION[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'image';
}

/**
 * Resolves a post's media items for a connector. Throws PlatformError `rejected` for a missing stored item, and `unavailable` for a missing file; during
 * reconciliation such an item has no address instead. Throws RenditionNotReady while a video's rendition is being made.
 */
export async function resolveMedia(
  db: Runner,
  files: Files,
  tenantId: string,
  items: readonly StoredMedia[],
  purpose: MediaPurpose,
): Promise<Media[]> {
  const { isReconciling } = purpose;
  const ids = items.flatMap((item) => (item.source_type === 'media_id' ? [item.source] : []));
  const rows = new Map((await media.byIds(db, tenantId, ids)).map((row) => [row.id, row]));
  return Promise.all(
    items.map(async (item): Promise<Media> => {
      if (item.source_type === 'platform_attachment_id')
        return withAlt({ type: mediaType(item), url: '', attachmentId: item.source }, item.alt_text);
      if (item.source_type === 'url') return withAlt({ type: mediaType(item), url: item.source }, item.alt_text);
      const row = rows.get(item.source);
      const isReady = row?.status === 'ready';
      if (isReady && !(await isLost(files, tenantId, row.id)))
        return storedMedia(db, files, tenantId, row, item, purpose);
      if (isReconciling) return withAlt({ type: mediaType(item), url: '' }, item.alt_text);
      if (isReady) throw missingFileError();
      throw new PlatformError('rejected', `The media item ${item.source} is not there any more.`, {
        field: 'media',
        remedy: 'Upload the file again and use its new id.',
      });
    }),
  );
}

/** Whether the storage says that it has no such file. A storage that does not respond says nothing. */
async function isLost({ storage }: Files, tenantId: string, id: string): Promise<boolean> {
  return storage.stat(keyOf({ tenantId, id })).then(
    (found) => found === undefined,
    () => false,
  );
}

async function storedMedia(
  db: Runner,
  files: Files,
  tenantId: string,
  row: MediaRow,
  item: StoredMedia,
  purpose: MediaPurpose,
): Promise<Media> {
  const stored = areVideoFacts(row.facts)
    ? await videoForPlatform(db, files, tenantId, row, purpose)
    : await imageForPlatform(files, tenantId, row, purpose.limits);
  const { contentType, filename, rendition } = stored;
  const expiresAt = new Date(Date.now() + PLATFORM_URL_LIFETIME_MS);
  const file = { tenantId, id: row.id, filename, contentType, ...(rendition === undefined ? {} : { rendition }) };
  const url = await files.links.download(file, expiresAt);
  return withAlt({ type: item.type ?? row.facts.kind ?? 'file', url, stored }, item.alt_text ?? row.alt_text);
}

function withAlt(media: Media, altText: string | undefined): Media {
  return altText === undefined || altText === '' ? media : { ...media, altText };
}
