import { z } from 'zod';
import type { RepeatableEffect } from '../../core/effect.ts';
import type { CommentMark, CommentRef } from '../../core/messaging/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { actOnLinkedIn, callLinkedIn } from '../linkedin/client.ts';
import { COMMENT_URN, checkedUrn, encodeUrn } from '../linkedin/urn.ts';
import { missingCountsAsRemoved } from '../shared/call-platform.ts';
import { authorOf } from './map.ts';

/**
 * A page may delete every comment below its posts.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/comments-api#delete-comments
 */
export const removal: RepeatableEffect<CommentRef> = {
  class: 'repeatable',
  async send(session, { commentId }) {
    await missingCountsAsRemoved(remove(session, commentId));
    return { platformId: commentId };
  },
};

/** The path of one comment in the API. */
export function commentPath(commentId: string): string {
  const [, thread = '', id = ''] = COMMENT_URN.exec(checkedUrn(commentId, COMMENT_URN)) ?? [];
  return `/rest/socialActions/${encodeUrn(thread)}/comments/${id}`;
}

async function remove(session: Session, commentId: string): Promise<void> {
  const path = commentPath(commentId);
  await actOnLinkedIn(session, { method: 'DELETE', path, query: `actor=${encodeUrn(actorOf(session))}` });
}

/**
 * A reaction of the page. Each actor has one per comment, and a second one replaces the first.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/reactions-api
 */
export const liking: RepeatableEffect<CommentMark> = {
  class: 'repeatable',
  async send(session, { commentId, isOn }) {
    checkedUrn(commentId, COMMENT_URN);
    await (isOn ? like(session, commentId) : missingCountsAsRemoved(unlike(session, commentId)));
    return { platformId: commentId };
  },
};

const Reaction = z.object({ reactionType: z.string() }).or(z.undefined());

async function like(session: Session, root: string): Promise<void> {
  const json = { root, reactionType: 'LIKE' };
  const query = `actor=${encodeUrn(actorOf(session))}`;
  const request = { method: 'POST', path: '/rest/reactions', query, json } as const;
  const { value, response } = await callLinkedIn(session, 'effect', request, Reaction);
  if (value !== undefined || response.text.trim() === '') return;
  throw new PlatformError('unknown', 'LinkedIn answered with something else than a reaction.', {
    status: response.status,
  });
}

async function unlike(session: Session, root: string): Promise<void> {
  const path = `/rest/reactions/(actor:${encodeUrn(actorOf(session))},entity:${encodeUrn(root)})`;
  await actOnLinkedIn(session, { method: 'DELETE', path });
}

function actorOf({ account }: Session): string {
  return authorOf(account).urn;
}
