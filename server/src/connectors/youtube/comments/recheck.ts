import type { HeldItem, Recheck } from '../../../core/messaging/inbox.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import type { Session } from '../../../core/session.ts';
import { goneFrom } from '../../shared/gone.ts';
import { callYoutube } from '../client.ts';
import { ExistingComments } from '../wire.ts';

/**
 * A list by ids has no pages, and 20 items are its usual size. Deleted and rejected comments are left out, or the whole
 * list is rejected as not found. A list costs one unit of the day's quota.
 * https://developers.google.com/youtube/v3/docs/comments/list
 */
export const recheck: Recheck = { itemsMax: 20, pauseSeconds: 1800, gone };

async function gone(session: Session, items: readonly HeldItem[]): Promise<string[]> {
  try {
    const query = { part: 'id', id: items.map(({ platformId }) => platformId).join(',') };
    const request = { method: 'GET', path: '/youtube/v3/comments', query } as const;
    const { value } = await callYoutube(session, 'read', request, ExistingComments);
    // A further page would hold the rest.
    if (value.nextPageToken !== undefined) return [];
    return goneFrom(
      items,
      value.items.map(({ id }) => id),
    );
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'not_found') throw error;
    if (items.length === 1) return goneFrom(items, []);
    const found: string[] = [];
    for (const item of items) found.push(...(await gone(session, [item])));
    return found;
  }
}
