import type { Archive, ArchivedItem } from '../../core/analysis/archive.ts';
import { compact } from '../../lib/compact.ts';
import { readArchive } from '../shared/meta/archive.ts';
import { nextCursor } from '../shared/meta/paging.ts';
import { call } from './client.ts';
import { ARCHIVED_FIELDS, type ArchivedMedia, archivedPage } from './wire.ts';

const PAGE_SIZE = 50;

/** Posts without reposts, which have no text of their own. https://developers.facebook.com/docs/threads/threads-media */
export const archive: Archive = {
  holds: 'posts',

  list(session, cursor) {
    const path = [session.account.platformId, 'threads'];
    const query = { fields: ARCHIVED_FIELDS, limit: PAGE_SIZE };
    const read = (position: Readonly<Record<string, string>>) =>
      call(session, { method: 'GET', path, query: { ...query, ...position }, response: archivedPage });
    return readArchive(cursor, read, toItem, nextCursor);
  },
};

function toItem(media: ArchivedMedia): ArchivedItem | undefined {
  const { id, media_type, media_url, thumbnail_url, permalink, text, timestamp } = media;
  if (media_type === 'REPOST_FACADE') return undefined;
  const mediaUrl = media_url || undefined;
  return compact({
    platformId: id,
    text,
    url: permalink || undefined,
    coverUrl: thumbnail_url || mediaUrl,
    mediaUrl,
    createdAt: timestamp,
  });
}
