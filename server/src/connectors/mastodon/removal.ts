import { removalBy } from '../shared/removal.ts';
import { callMastodon, statusPath } from './client.ts';
import { CreatedStatus } from './wire.ts';

/**
 * https://docs.joinmastodon.org/methods/statuses/#delete. Without `delete_media` the attachments would stay reachable
 * at their own addresses for another day.
 */
export const removal = removalBy(async (session, platformId) => {
  const request = { method: 'DELETE', path: statusPath(platformId), query: { delete_media: true } } as const;
  await callMastodon(session, 'effect', request, CreatedStatus);
});
