import type { PublishedItem } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { missingCountsAsRemoved } from '../shared/call-platform.ts';
import { success } from '../shared/meta/wire.ts';
import { call } from './client.ts';

/**
 * Removes posts, parts of threads and own replies, at most 100 a day.
 * https://developers.facebook.com/docs/threads/posts/delete-posts
 */
export const removal: RepeatableEffect<PublishedItem> = {
  class: 'repeatable',

  async send(session, { platformId }) {
    const request = { method: 'DELETE', path: [platformId], response: success, purpose: 'effect' } as const;
    await missingCountsAsRemoved(call(session, request));
    return { platformId };
  },
};
