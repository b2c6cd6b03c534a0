import type { Archive, ArchivedItem } from '../../core/analysis/archive.ts';
import { compact } from '../../lib/compact.ts';
import { callGoogle, locationOf } from './client.ts';
import { type ArchivedPost, ArchivedPosts } from './wire.ts';

const PAGE_SIZE = 100;
/** Nobody sees these. */
const UNSEEN = ['REJECTED', 'SCHEDULED'];

/**
 * The location's posts. Google tells no numbers of single posts any more; the location has its days.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts/list
 */
export const archive: Archive = {
  holds: 'posts',
  isUnordered: true,

  async list(session, cursor) {
    const path = `/v4/${locationOf(session)}/localPosts`;
    const request = {
      method: 'GET',
      host: 'business',
      path,
      query: { pageSize: PAGE_SIZE, pageToken: cursor },
    } as const;
    const { localPosts, nextPageToken } = await callGoogle(session, 'read', request, ArchivedPosts);
    const posts = localPosts.map(({ value }) => value).filter(({ state = '' }) => !UNSEEN.includes(state));
    return compact({ items: posts.map(toItem), cursor: nextPageToken || undefined });
  },
};

function toItem({ name, summary, event, createTime, searchUrl, media }: ArchivedPost): ArchivedItem {
  const first = media?.[0]?.value;
  const picture = (first?.mediaFormat === 'VIDEO' ? undefined : first?.googleUrl) || undefined;
  return compact({
    platformId: name,
    title: event?.title || undefined,
    text: summary || undefined,
    url: searchUrl || undefined,
    coverUrl: picture,
    mediaUrl: picture,
    createdAt: createTime,
  });
}
