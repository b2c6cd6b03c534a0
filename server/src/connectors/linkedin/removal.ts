import type { PublishedItem } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import type { Session } from '../../core/session.ts';
import { missingCountsAsRemoved } from '../shared/call-platform.ts';
import { actOnLinkedIn } from './client.ts';
import { postPath } from './urn.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#delete-posts */
export const removal: RepeatableEffect<PublishedItem> = {
  class: 'repeatable',

  async send(session, { platformId }) {
    await missingCountsAsRemoved(remove(session, platformId));
    return { platformId };
  },
};

async function remove(session: Session, urn: string): Promise<void> {
  await actOnLinkedIn(session, { method: 'DELETE', path: postPath(urn) });
}
