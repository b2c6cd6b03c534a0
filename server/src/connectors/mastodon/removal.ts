import type { PublishedItem } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { goneIsDone } from '../platform-call.ts';
import { callMastodon, statusPath } from './client.ts';
import { CreatedStatus } from './wire.ts';

/**
 * https://docs.joinmastodon.org/methods/statuses/#delete. Without `delete_media` the instance would show the
 * attachments under their own addresses for another day.
 */
export const removal: RepeatableEffect<PublishedItem> = {
  class: 'repeatable',

  async send(session, { platformId }) {
    const remove = async () => {
      const query = { delete_media: true };
      const request = { method: 'DELETE', path: statusPath(platformId), query } as const;
      await callMastodon(session, 'effect', request, CreatedStatus);
    };
    await goneIsDone(remove());
    return { platformId };
  },
};
