import type { PublishedItem } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { success } from '../meta/wire.ts';
import { goneIsDone } from '../platform-call.ts';
import { call } from './client.ts';

/** Takes posts, parts and own replies down, 100 a day. https://developers.facebook.com/docs/threads/posts/delete-posts */
export const removal: RepeatableEffect<PublishedItem> = {
  class: 'repeatable',

  async send(session, { platformId }) {
    const request = { method: 'DELETE', path: [platformId], answer: success, purpose: 'effect' } as const;
    await goneIsDone(call(session, request));
    return { platformId };
  },
};
