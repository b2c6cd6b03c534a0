import type { RepeatableEffect } from '../../core/effect.ts';
import {
  answeredId,
  type CommentMark,
  type CommentPart,
  type CommentRef,
  type Comments,
  type CommentsOptions,
  type ReplyInput,
} from '../../core/messaging/inbox.ts';
import type { Session } from '../../core/session.ts';
import { collectPages, commentPart, nextCursor, positionIn } from '../shared/meta/paging.ts';
import { success } from '../shared/meta/wire.ts';
import { call } from './client.ts';
import { toComment } from './map.ts';
import { removal as postRemoval } from './removal.ts';
import { twoPhase } from './two-phase.ts';
import { COMMENT_FIELDS, commentPage } from './wire.ts';

const PAGE_SIZE = 100;

/** A reply is a post that answers another post. https://developers.facebook.com/docs/threads/reply-management */
const reply = twoPhase<ReplyInput>((input) => ({
  content: { text: input.text, media: [], options: {} },
  replyTo: answeredId(input),
}));

const removal: RepeatableEffect<CommentRef> = {
  class: 'repeatable',
  send: (session, { commentId }, prepared, key) => postRemoval.send(session, { platformId: commentId }, prepared, key),
};

/** Hides a reply, with the replies below it, from everybody but its author. */
const hiding: RepeatableEffect<CommentMark> = {
  class: 'repeatable',
  async send(session, { commentId, isOn }) {
    const path = [commentId, 'manage_reply'];
    const form = { hide: String(isOn) };
    await call(session, { method: 'POST', path, form, response: success, purpose: 'effect' });
    return { platformId: commentId };
  },
};

export const comments: Comments = {
  list,
  reply,
  removal,
  hiding,
  // Own replies can be removed; direct replies of others can be hidden.
  allows: (action, { isOwner, parentId }) => (action === 'removal' ? isOwner : !isOwner && parentId === undefined),
};

/** The conversation under a post, flattened by Threads, newest first. */
async function list(session: Session, platformPostId: string, options: CommentsOptions = {}): Promise<CommentPart> {
  const { since, cursor } = options;
  const path = [platformPostId, 'conversation'];
  const query = { fields: COMMENT_FIELDS, reverse: true, limit: PAGE_SIZE };
  const isEnough = (page: readonly { readonly item: { readonly timestamp: Date } }[]) =>
    since !== undefined && page.some(({ item }) => item.timestamp < since);
  const found = await collectPages(
    (position) => call(session, { method: 'GET', path, query: { ...query, ...position }, response: commentPage }),
    { start: positionIn(cursor), positionAfter: nextCursor, isEnough },
  );
  const items = found.items.map(({ item, raw }) =>
    toComment(item, raw, { platformPostId, createdAt: item.timestamp }, session.account),
  );
  return commentPart({ ...found, items }, options);
}
