import type { RepeatableEffect } from '../../core/effect.ts';
import type { CommentMark, Comments } from '../../core/messaging/inbox.ts';
import { asCommentRemoval } from '../shared/removal.ts';
import { callMastodon, statusPath } from './client.ts';
import { removal } from './removal.ts';
import { CreatedStatus } from './wire.ts';

/** Repeating the call changes nothing: https://docs.joinmastodon.org/methods/statuses/#favourite */
const liking: RepeatableEffect<CommentMark> = {
  class: 'repeatable',
  async send(session, { commentId, isOn }) {
    const path = `${statusPath(commentId)}/${isOn ? 'favourite' : 'unfavourite'}`;
    await callMastodon(session, 'effect', { method: 'POST', path }, CreatedStatus);
    return { platformId: commentId };
  },
};

/** An account can delete its own comments. Comments of others can be neither deleted nor hidden. */
export const moderation: Pick<Comments, 'liking' | 'removal' | 'allows'> = {
  liking,
  removal: asCommentRemoval(removal),
  allows: (action, { isOwner }) => action === 'removal' && isOwner,
};
