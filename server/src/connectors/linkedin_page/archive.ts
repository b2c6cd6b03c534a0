import { z } from 'zod';
import type { Archive, ArchivedItem } from '../../core/analysis/archive.ts';
import { compact } from '../../lib/compact.ts';
import { callLinkedIn } from '../linkedin/client.ts';
import { encodeUrn } from '../linkedin/urn.ts';
import { eachValid } from '../shared/call-platform.ts';
import { authorOf, toListed } from './map.ts';
import { Post, paging } from './wire.ts';

const PAGE_SIZE = 50;
const Page = z.object({ paging, elements: eachValid(Post) });

/**
 * The organisation's posts. Their statistics are read one by one.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 */
export const archive: Archive = {
  holds: 'posts',

  async list(session, cursor) {
    const start = Number(cursor ?? 0);
    const author = encodeUrn(authorOf(session.account).urn);
    const query = `q=author&author=${author}&sortBy=CREATED&start=${start}&count=${PAGE_SIZE}`;
    const request = { method: 'GET', path: '/rest/posts', query, restMethod: 'FINDER' } as const;
    const { paging: more, elements } = (await callLinkedIn(session, 'read', request, Page)).value;
    const posts = elements.map(({ value }) => value);
    const items = posts.filter(({ lifecycleState = 'PUBLISHED' }) => lifecycleState === 'PUBLISHED').map(toItem);
    const hasMore = more?.links?.some(({ rel }) => rel === 'next') || (more?.total ?? 0) > start + PAGE_SIZE;
    return compact({ items, cursor: hasMore ? String(start + PAGE_SIZE) : undefined });
  },
};

function toItem(post: Post): ArchivedItem {
  const { platformId, text, permalink, createdAt } = toListed(post);
  return compact({ platformId, text, url: permalink || undefined, createdAt });
}
