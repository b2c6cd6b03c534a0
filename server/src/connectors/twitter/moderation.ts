import type { RepeatableEffect } from '../../core/effect.ts';
import type { CommentMark, Comments } from '../../core/messaging/inbox.ts';
import { asCommentRemoval } from '../shared/removal.ts';
import { callX, partialError, tweetPath } from './client.ts';
import { removal } from './removal.ts';
import { HiddenTweet } from './wire.ts';

/** Replies of others below an own post. https://docs.x.com/x-api/posts/hide-reply */
const hiding: RepeatableEffect<CommentMark> = {
  class: 'repeatable',
  async send(session, { commentId, isOn }) {
    const path = `${tweetPath(commentId)}/hidden`;
    const request = { method: 'PUT', path, body: { json: { hidden: isOn } } } as const;
    const { data, errors } = await callX(session, 'effect', request, HiddenTweet);
    const problem = data === undefined ? partialError(errors) : undefined;
    if (problem) throw problem;
    return { platformId: commentId };
  },
};

/** An account can delete its own replies and hide those of others. */
export const moderation: Pick<Comments, 'hiding' | 'removal' | 'allows'> = {
  hiding,
  removal: asCommentRemoval(removal),
  allows: (action, { isOwner }) => (action === 'removal' ? isOwner : !isOwner),
};
