import type { Recheck } from '../../core/inbox.ts';
import { goneFrom } from '../shared/gone.ts';
import { callYoutube } from './client.ts';
import { ExistingComments } from './wire.ts';

/**
 * Deleted and rejected comments are left out, those that are held for review are not. One unit of the day's quota.
 * https://developers.google.com/youtube/v3/docs/comments/list
 */
export const recheck: Recheck = {
  itemsMax: 50,
  pauseSeconds: 1800,

  async gone(session, items) {
    const query = { part: 'id', id: items.map(({ platformId }) => platformId).join(','), maxResults: 50 };
    const request = { method: 'GET', path: '/youtube/v3/comments', query } as const;
    const { value } = await callYoutube(session, 'read', request, ExistingComments);
    // Pages of a list by ids are not documented. A further one would hold the rest.
    if (value.nextPageToken !== undefined) return [];
    return goneFrom(
      items,
      value.items.map(({ id }) => id),
    );
  },
};
