import { z } from 'zod';
import type { RepeatableEffect } from '../../../core/effect.ts';
import type { CommentMark, CommentRef, CommentText, Moderation } from '../../../core/messaging/inbox.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import type { Session } from '../../../core/session.ts';
import { missingCountsAsRemoved } from '../../shared/call-platform.ts';
import { callYoutube, type YoutubeRequest } from '../client.ts';
import { CommentId, SavedComment } from '../wire.ts';

const PATH = '/youtube/v3/comments';

/** https://developers.google.com/youtube/v3/docs/comments/delete */
export const removal: RepeatableEffect<CommentRef> = {
  class: 'repeatable',

  async send(session, { commentId }) {
    const remove = async () =>
      await done(session, { method: 'DELETE', path: PATH, query: { id: commentIdOf(commentId) } });
    await missingCountsAsRemoved(remove());
    return { platformId: commentId };
  },
};

/** Only the channel sees a comment that is held for review, and it can be shown again. A rejected comment is gone. */
export const hiding: RepeatableEffect<CommentMark> = {
  class: 'repeatable',

  async send(session, { commentId, isOn }) {
    await moderate(session, commentId, { moderationStatus: isOn ? 'heldForReview' : 'published' });
    return { platformId: commentId };
  },
};

const STATUSES = { published: 'published', held_for_review: 'heldForReview', rejected: 'rejected' } as const;

export const moderation: RepeatableEffect<Moderation> = {
  class: 'repeatable',

  async send(session, { commentId, status, bansAuthor }) {
    if (bansAuthor && status !== 'rejected')
      throw new PlatformError('rejected', 'YouTube bans the author of a rejected comment only.', {
        field: 'ban_author',
      });
    const ban = bansAuthor ? { banAuthor: true } : {};
    await moderate(session, commentId, { moderationStatus: STATUSES[status], ...ban });
    return { platformId: commentId };
  },
};

/** https://developers.google.com/youtube/v3/docs/comments/update */
export const editing: RepeatableEffect<CommentText> = {
  class: 'repeatable',

  async send(session, { commentId, text }) {
    const json = { id: commentIdOf(commentId), snippet: { textOriginal: text } };
    const request = { method: 'PUT', path: PATH, query: { part: 'snippet' }, body: { json } } as const;
    await callYoutube(session, 'effect', request, SavedComment);
    return { platformId: commentId };
  },
};

/** https://developers.google.com/youtube/v3/docs/comments/setModerationStatus */
async function moderate(session: Session, id: string, query: NonNullable<YoutubeRequest['query']>): Promise<void> {
  const path = `${PATH}/setModerationStatus`;
  await done(session, { method: 'POST', path, query: { id: commentIdOf(id), ...query } });
}

/** A call whose response is 204 without a body. */
async function done(session: Session, request: YoutubeRequest): Promise<void> {
  const { status } = (await callYoutube(session, 'effect', request, z.unknown())).response;
  if (status !== 204) throw new PlatformError('unknown', `YouTube answered with status ${status}.`, { status });
}

/** Ids come from callers too, so they are checked. */
function commentIdOf(id: string): string {
  if (CommentId.safeParse(id).success) return id;
  throw new PlatformError('not_found', 'YouTube has no comment with this id.');
}
