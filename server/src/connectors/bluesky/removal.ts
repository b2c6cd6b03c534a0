import { z } from 'zod';
import type { PublishedItem } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { goneIsDone } from '../platform-call.ts';
import { callXrpc } from './client.ts';
import { addressOf } from './refs.ts';
import { POSTS } from './wire.ts';

/** https://docs.bsky.app/docs/api/com-atproto-repo-delete-record: what is not there is deleted as well. */
export const removal: RepeatableEffect<PublishedItem> = {
  class: 'repeatable',

  async send(session, { platformId }) {
    const remove = async () => {
      const { did, rkey } = addressOf(platformId);
      if (did !== session.account.platformId) throw new PlatformError('forbidden', 'The post is of another account.');
      const json = { repo: did, collection: POSTS, rkey };
      const call = { method: 'POST', name: 'com.atproto.repo.deleteRecord', body: { json } } as const;
      await callXrpc(session, 'effect', call, z.object({}));
    };
    await goneIsDone(remove());
    return { platformId };
  },
};
