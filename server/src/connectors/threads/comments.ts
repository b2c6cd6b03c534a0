import type { Comments, PlatformComment, ReplyInput } from '../../core/inbox.ts';
import type { Session } from '../../core/session.ts';
import { collectPages, nextCursor } from '../meta/paging.ts';
import { call } from './client.ts';
import { toComment } from './map.ts';
import { twoPhase } from './two-phase.ts';
import { COMMENT_FIELDS, commentPage } from './wire.ts';

const PAGE_SIZE = 100;
const COMMENTS_MAX = 1000;

/** A reply is a post that answers one. https://developers.facebook.com/docs/threads/reply-management */
const reply = twoPhase<ReplyInput>(({ platformPostId, parentId, text }) => ({
  content: { text, media: [], options: {} },
  replyTo: parentId ?? platformPostId,
}));

export const comments: Comments = { list, reply };

/** The whole conversation under a post, flattened by Threads, newest first. */
async function list(session: Session, platformPostId: string): Promise<readonly PlatformComment[]> {
  const path = [platformPostId, 'conversation'];
  const query = { fields: COMMENT_FIELDS, reverse: true, limit: PAGE_SIZE };
  const found = await collectPages(
    (position) => call(session, { method: 'GET', path, query: { ...query, ...position }, answer: commentPage }),
    COMMENTS_MAX,
    {},
    nextCursor,
  );
  return found.map(({ item, raw }) =>
    toComment(item, raw, { platformPostId, createdAt: item.timestamp }, session.account),
  );
}
