import type { Edit } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { callPinterest, pinPath } from './client.ts';
import { permalinkOf } from './map.ts';
import { SavedPin } from './wire.ts';

/** Changes the description; other fields stay. https://developers.pinterest.com/docs/api/v5/pins-update */
export const editing: RepeatableEffect<Edit> = {
  class: 'repeatable',

  async send(session, { platformId, text }) {
    const path = pinPath(platformId);
    const request = { method: 'PATCH', path, body: { json: { description: text } } } as const;
    await callPinterest(session, 'effect', request, SavedPin);
    return { platformId, permalink: permalinkOf(platformId) };
  },
};
