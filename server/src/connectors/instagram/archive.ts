import type { Archive, ArchivedItem } from '../../core/analysis/archive.ts';
import { compact } from '../../lib/compact.ts';
import { readArchive } from '../shared/meta/archive.ts';
import { call } from './client.ts';
import { ARCHIVED_FIELDS, type ArchivedMedia, archivedPage } from './wire.ts';

const PAGE_SIZE = 50;

/**
 * Posts and reels; stories are gone after a day. Their numbers are insights, which are read one by one.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media
 */
export const archive: Archive = {
  holds: 'posts',

  list(session, cursor) {
    const path = [session.account.platformId, 'media'];
    const query = { fields: ARCHIVED_FIELDS, limit: PAGE_SIZE };
    const read = (position: Readonly<Record<string, string>>) =>
      call(session, { method: 'GET', path, query: { ...query, ...position }, response: archivedPage });
    return readArchive(cursor, read, toItem);
  },
};

function toItem({ id, caption, permalink, timestamp, media_url, thumbnail_url }: ArchivedMedia): ArchivedItem {
  return compact({
    platformId: id,
    text: caption,
    url: permalink || undefined,
    coverUrl: thumbnail_url || media_url || undefined,
    mediaUrl: media_url || undefined,
    createdAt: timestamp,
  });
}
