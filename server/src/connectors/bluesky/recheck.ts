import { z } from 'zod';
import type { Recheck } from '../../core/messaging/inbox.ts';
import { goneFrom } from '../shared/gone.ts';
import { callXrpc } from './client.ts';
import { POSTS_PER_CALL } from './polling.ts';

/** Every post must show its address, so that an unreadable one does not count as gone. */
const There = z.object({ posts: z.array(z.object({ uri: z.string() })) });

/** Deleted posts are left out. https://docs.bsky.app/docs/api/app-bsky-feed-get-posts */
export const recheck: Recheck = {
  itemsMax: POSTS_PER_CALL,
  pauseSeconds: 300,

  async gone(session, items) {
    const parameters = { uris: items.map(({ platformId }) => platformId) };
    const call = { method: 'GET', name: 'app.bsky.feed.getPosts', parameters } as const;
    const { posts } = await callXrpc(session, 'read', call, There);
    return goneFrom(
      items,
      posts.map(({ uri }) => uri),
    );
  },
};
