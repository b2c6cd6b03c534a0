import type { Changes, CollaborationAnswer } from '../../core/account-abilities.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { proven } from '../shared/collected.ts';
import { collectPages } from '../shared/meta/paging.ts';
import { success } from '../shared/meta/wire.ts';
import { call } from './client.ts';
import { invitePage } from './wire.ts';

/**
 * `prepare` checks whether an invitation is pending. A response that was lost may have counted: an invitation that is
 * then rejected and not pending any more was answered.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-facebook-login/collaboration
 */
const collaboration: RepeatableEffect<CollaborationAnswer> = {
  class: 'repeatable',

  async prepare(session, { platformPostId }) {
    if (await isPending(session, platformPostId)) return {};
    throw new PlatformError('rejected', 'No invitation to this post is pending. Invitations end after 14 days.');
  },

  async send(session, { platformPostId, accepts }) {
    const form = { media_id: platformPostId, accept: String(accepts) };
    try {
      await call(session, { method: 'POST', path: pathOf(session), form, response: success, purpose: 'effect' });
    } catch (error) {
      const isRejected = error instanceof PlatformError && (error.kind === 'rejected' || error.kind === 'not_found');
      if (!isRejected || (await isPending(session, platformPostId))) throw error;
    }
    return { platformId: platformPostId };
  },
};

async function isPending(session: Session, postId: string): Promise<boolean> {
  const read = (position: Readonly<Record<string, string>>) =>
    call(session, { method: 'GET', path: pathOf(session), query: { ...position, limit: 100 }, response: invitePage });
  return proven(await collectPages(read)).some(({ media_id: id }) => id === postId);
}

function pathOf({ account }: Session): readonly string[] {
  return [account.platformId, 'collaboration_invites'];
}

export const changes: Changes = { collaboration };
