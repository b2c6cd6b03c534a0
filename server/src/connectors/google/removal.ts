import type { PublishedItem } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { missingCountsAsRemoved } from '../shared/call-platform.ts';
import { callGoogle, postPath } from './client.ts';
import { Empty } from './wire.ts';

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts/delete */
export const removal: RepeatableEffect<PublishedItem> = {
  class: 'repeatable',

  async send(session, { platformId }) {
    const remove = async () => {
      const request = { method: 'DELETE', host: 'business', path: postPath(session, platformId) } as const;
      await callGoogle(session, 'effect', request, Empty);
    };
    await missingCountsAsRemoved(remove());
    return { platformId };
  },
};
