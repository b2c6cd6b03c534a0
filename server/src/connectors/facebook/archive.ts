import type { Archive, ArchivedItem } from '../../core/analysis/archive.ts';
import { compact } from '../../lib/compact.ts';
import { readArchive } from '../shared/meta/archive.ts';
import { call } from './client.ts';
import { toListed } from './map.ts';
import { ARCHIVED_FIELDS, type ArchivedPost, archivedPage } from './wire.ts';

const PAGE_SIZE = 50;

/** The Page's posts with their counters. https://developers.facebook.com/docs/graph-api/reference/page/published_posts */
export const archive: Archive = {
  holds: 'posts',

  list(session, cursor) {
    const path = [session.account.platformId, 'published_posts'];
    const query = { fields: ARCHIVED_FIELDS, limit: PAGE_SIZE };
    const read = (position: Readonly<Record<string, string>>) =>
      call(session, { method: 'GET', path, query: { ...query, ...position }, response: archivedPage });
    return readArchive(cursor, read, toItem);
  },
};

function toItem(post: ArchivedPost): ArchivedItem {
  const { platformId, permalink, text, createdAt } = toListed(post);
  const likes = post.likes?.summary.total_count;
  const comments = post.comments?.summary.total_count;
  // `shares` is absent while there are none.
  const shares = post.shares?.count ?? 0;
  const metrics = likes === undefined ? undefined : compact({ likes, comments, shares });
  return compact({
    platformId,
    text,
    url: permalink || undefined,
    coverUrl: post.full_picture || undefined,
    createdAt,
    metrics,
  });
}
