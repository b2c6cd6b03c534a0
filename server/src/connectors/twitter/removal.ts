import type { PublishedItem } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { goneIsDone } from '../platform-call.ts';
import { callX, partialError, tweetPath } from './client.ts';
import { DeletedTweet } from './wire.ts';

/** https://docs.x.com/x-api/posts/delete-post */
export const removal: RepeatableEffect<PublishedItem> = {
  class: 'repeatable',

  async send(session, { platformId }) {
    const remove = async () => {
      const request = { method: 'DELETE', path: tweetPath(platformId) } as const;
      const { data, errors } = await callX(session, 'effect', request, DeletedTweet);
      const problem = data === undefined ? partialError(errors) : undefined;
      if (problem) throw problem;
    };
    await goneIsDone(remove());
    return { platformId };
  },
};
