import type { Files } from '../../core/files.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media } from '../../core/session.ts';
import type { Runner } from '../../db/query.ts';
import type { StoredMedia } from '../../db/schema.ts';
import { isFilm } from './film.ts';
import { fittedFilm, type Wanted } from './fitted-film.ts';
import * as media from './media.repository.ts';
import type { MediaRow } from './media.ts';
import { fitted } from './rendition.ts';

/** Platforms that fetch files do so within minutes; some look again while they work on a video. */
const FETCHED_MS = 24 * 3600 * 1000;

const TYPE_BY_EXTENSION: Readonly<Record<string, 'image' | 'video'>> = {
  ...Object.fromEntries(['mp4', 'mov', 'avi', 'mkv', 'webm', 'm4v'].map((extension) => [extension, 'video'])),
  ...Object.fromEntries(['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'heic'].map((extension) => [extension, 'image'])),
};

/** The kind of a media item: what the caller says, else by the extension of the address; images when nothing tells. */
export function mediaType(item: StoredMedia): Media['type'] {
  if (item.type !== undefined) return item.type;
  const path = URL.canParse(item.source) ? new URL(item.source).pathname : item.source;
  return TYPE_BY_EXTENSION[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'image';
}

/**
 * Media items of a post as connectors take them. Throws PlatformError `rejected` for a stored one that is not there any
 * more, unless it is only asked what became of a post: then it stands without an address. Throws CopyNotReady while the
 * copy of a film is being made.
 */
export async function resolveMedia(
  db: Runner,
  files: Files,
  tenantId: string,
  items: readonly StoredMedia[],
  wanted: Wanted,
): Promise<Media[]> {
  const { isInDoubt } = wanted;
  const ids = items.flatMap((item) => (item.source_type === 'media_id' ? [item.source] : []));
  const rows = new Map((await media.byIds(db, tenantId, ids)).map((row) => [row.id, row]));
  return Promise.all(
    items.map(async (item): Promise<Media> => {
      if (item.source_type === 'platform_attachment_id')
        return withAlt({ type: mediaType(item), url: '', attachmentId: item.source }, item.alt_text);
      if (item.source_type === 'url') return withAlt({ type: mediaType(item), url: item.source }, item.alt_text);
      const row = rows.get(item.source);
      if (row?.status === 'ready') return storedMedia(db, files, tenantId, row, item, wanted);
      if (isInDoubt) return withAlt({ type: mediaType(item), url: '' }, item.alt_text);
      throw new PlatformError('rejected', `The media item ${item.source} is not there any more.`, {
        field: 'media',
        remedy: 'Upload the file again and use its new id.',
      });
    }),
  );
}

async function storedMedia(
  db: Runner,
  files: Files,
  tenantId: string,
  row: MediaRow,
  item: StoredMedia,
  wanted: Wanted,
): Promise<Media> {
  const stored = isFilm(row.facts)
    ? await fittedFilm(db, files, tenantId, row, wanted)
    : await fitted(files, tenantId, row, wanted.limits);
  const { contentType, filename, rendition } = stored;
  const expiresAt = new Date(Date.now() + FETCHED_MS);
  const file = { tenantId, id: row.id, filename, contentType, ...(rendition === undefined ? {} : { rendition }) };
  const url = await files.links.download(file, expiresAt);
  return withAlt({ type: item.type ?? row.facts.kind ?? 'file', url, stored }, item.alt_text ?? row.alt_text);
}

function withAlt(media: Media, altText: string | undefined): Media {
  return altText === undefined || altText === '' ? media : { ...media, altText };
}
