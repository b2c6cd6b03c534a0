import type { Edit } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { callGoogle, postPath } from './client.ts';
import { toPublished } from './map.ts';
import { SavedPost } from './wire.ts';

/**
 * Changes the text. Fields outside the update mask stay unchanged.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts/patch
 */
export const editing: RepeatableEffect<Edit> = {
  class: 'repeatable',

  async send(session, { platformId, text }) {
    const path = postPath(session, platformId);
    const query = { updateMask: 'summary' };
    const request = { method: 'PATCH', host: 'business', path, query, body: { json: { summary: text } } } as const;
    return { ...toPublished(await callGoogle(session, 'effect', request, SavedPost)), platformId };
  },
};
