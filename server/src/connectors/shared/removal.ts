import type { PublishedItem } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import type { CommentRef } from '../../core/messaging/inbox.ts';
import type { Session } from '../../core/session.ts';
import { missingCountsAsRemoved } from './call-platform.ts';

/** The removal of a post. A post that the platform no longer has counts as removed. */
export function removalBy(
  remove: (session: Session, platformId: string) => Promise<unknown>,
): RepeatableEffect<PublishedItem> {
  return {
    class: 'repeatable',
    async send(session, { platformId }) {
      await missingCountsAsRemoved(remove(session, platformId));
      return { platformId };
    },
  };
}

/** The removal of a comment, on platforms where a comment is a post of its author. */
export function asCommentRemoval({ send }: RepeatableEffect<PublishedItem>): RepeatableEffect<CommentRef> {
  return {
    class: 'repeatable',
    send: (session, { commentId }, prepared, key) => send(session, { platformId: commentId }, prepared, key),
  };
}
