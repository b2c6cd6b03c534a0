import type { Edit } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { actOnLinkedIn } from './client.ts';
import { toLittleText } from './little-text.ts';
import { permalinkOf, postPath } from './urn.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#update-posts */
export const editing: RepeatableEffect<Edit> = {
  class: 'repeatable',

  async send(session, { platformId, text }) {
    const json = { patch: { $set: { commentary: toLittleText(text) } } };
    const path = postPath(platformId);
    await actOnLinkedIn(session, { method: 'POST', path, restMethod: 'PARTIAL_UPDATE', json });
    return { platformId, permalink: permalinkOf(platformId) };
  },
};
