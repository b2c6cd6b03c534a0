import type { RepeatableEffect } from '../../core/effect.ts';
import type { CommentMark, CommentRef, Comments } from '../../core/inbox.ts';
import { callMastodon, statusPath } from './client.ts';
import { removal as statusRemoval } from './removal.ts';
import { CreatedStatus } from './wire.ts';

/** https://docs.joinmastodon.org/methods/statuses/#favourite: done twice it is done once. */
const liking: RepeatableEffect<CommentMark> = {
  class: 'repeatable',
  async send(session, { commentId, isOn }) {
    const path = `${statusPath(commentId)}/${isOn ? 'favourite' : 'unfavourite'}`;
    await callMastodon(session, 'effect', { method: 'POST', path }, CreatedStatus);
    return { platformId: commentId };
  },
};

const removal: RepeatableEffect<CommentRef> = {
  class: 'repeatable',
  send: (session, { commentId }, prepared, key) =>
    statusRemoval.send(session, { platformId: commentId }, prepared, key),
};

/** An account deletes what it wrote itself; what others wrote stays, and cannot be hidden. */
export const moderation: Pick<Comments, 'liking' | 'removal' | 'allows'> = {
  liking,
  removal,
  allows: (action, { isOwner }) => action === 'removal' && isOwner,
};
