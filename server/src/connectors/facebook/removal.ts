import type { PublishedItem } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { success } from '../shared/meta/wire.ts';
import { call } from './client.ts';
import { isLiveStory } from './own-posts.ts';

/** https://developers.facebook.com/docs/pages-api/posts#delete-a-post */
export const removal: RepeatableEffect<PublishedItem> = {
  class: 'repeatable',

  async send(session, { platformId }) {
    const request = { method: 'DELETE', path: [platformId], response: success, purpose: 'effect' } as const;
    // Facebook rejects a missing post and a post that cannot be removed with the same message.
    const isGone = await call(session, request).then(() => false, asMissing);
    if (isGone && (await isLiveStory(session, platformId)))
      throw new PlatformError('rejected', 'Facebook takes no story down by its API; it ends by itself after a day.');
    return { platformId };
  },
};

function asMissing(error: unknown): true {
  if (error instanceof PlatformError && error.kind === 'not_found') return true;
  throw error;
}
