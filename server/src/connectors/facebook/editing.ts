import type { Edit } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { success } from '../shared/meta/wire.ts';
import { call } from './client.ts';

/**
 * Changes the text of a post that this app has made; media stay unchanged. Reels are videos and have a description.
 * https://developers.facebook.com/docs/pages-api/posts#update-a-post
 */
export const editing: RepeatableEffect<Edit> = {
  class: 'repeatable',

  async send(session, { platformId, text }) {
    const form = platformId.includes('_') ? { message: text } : { description: text };
    await call(session, { method: 'POST', path: [platformId], form, response: success, purpose: 'effect' });
    return { platformId };
  },
};
