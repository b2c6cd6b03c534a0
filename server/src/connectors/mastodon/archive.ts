import type { Archive, ArchivedItem } from '../../core/analysis/archive.ts';
import { compact } from '../../lib/compact.ts';
import { callMastodon } from './client.ts';
import { htmlToText } from './map.ts';
import { type ArchivedStatus, ArchivedStatuses, ShownMedia } from './wire.ts';

const PAGE_SIZE = 40;

/** Statuses and replies of the account; private ones are left out. https://docs.joinmastodon.org/methods/accounts/#statuses */
export const archive: Archive = {
  holds: 'posts',

  async list(session, cursor) {
    const path = `/api/v1/accounts/${encodeURIComponent(session.account.platformId)}/statuses`;
    const query = { limit: PAGE_SIZE, exclude_reblogs: true, max_id: cursor };
    const { value } = await callMastodon(session, 'read', { method: 'GET', path, query }, ArchivedStatuses);
    const statuses = value.map((status) => status.value);
    const items = statuses.filter(({ visibility }) => visibility !== 'direct').map(toItem);
    return compact({ items, cursor: statuses.at(-1)?.id });
  },
};

function toItem(status: ArchivedStatus): ArchivedItem {
  const { favourites_count: likes, replies_count: comments, reblogs_count: shares } = status;
  const [media] = (ShownMedia.safeParse(status.media_attachments ?? []).data ?? []).map(({ value }) => value);
  return compact({
    platformId: status.id,
    text: htmlToText(status.content),
    url: status.url || undefined,
    mediaUrl: media?.url || undefined,
    createdAt: status.created_at,
    metrics: compact({ likes, comments, shares }),
  });
}
