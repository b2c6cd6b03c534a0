import type { Listed, ListedEffect } from '../../core/effect.ts';
import type { Comments, PlatformComment, ReplyInput } from '../../core/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { commentHiding, commentRemoval } from '../shared/meta/comment-changes.ts';
import { collectPages, nextPosition, type Position } from '../shared/meta/paging.ts';
import { made } from '../shared/meta/wire.ts';
import { comparable } from '../shared/text.ts';
import { API, call } from './client.ts';
import { toComment } from './map.ts';
import { privateReply } from './messages.ts';
import { COMMENT_FIELDS, commentPage, REPLY_FIELDS, replyPage } from './wire.ts';

const PAGE_SIZE = 50;
const THREADS_MAX = 500;
const REPLIES_MAX = 200;
/** A lookup of our own comment needs only the newest comments. */
const LOOK_MAX = 100;

const reply: ListedEffect<ReplyInput> = {
  class: 'C',
  lookupDelaysSeconds: [10, 60],

  async send(session, { platformPostId, parentId, text }) {
    const path = parentId === undefined ? [platformPostId, 'comments'] : [parentId, 'replies'];
    const { id } = await call(session, {
      method: 'POST',
      path,
      form: { message: text },
      response: made,
      purpose: 'effect',
    });
    return { platformId: id };
  },

  async list(session, input, since) {
    const sinceMs = Math.floor(since.getTime() / 1000) * 1000;
    const candidates = await siblings(session, input);
    return candidates.filter(({ isOwner, createdAt }) => isOwner && createdAt.getTime() >= sinceMs).map(toListed);
  },

  matches: (input, item) => comparable(input.text) === comparable(item.text),
};

export const comments: Comments = {
  list: (session, platformPostId) => listThreads(session, platformPostId, THREADS_MAX),
  wholeBelow: REPLIES_MAX,
  reply,
  removal: commentRemoval(API),
  hiding: commentHiding(API, 'hide'),
  privateReply,
  privateReplyDays: 7,
  allows: (action, { isOwner }) => action === 'removal' || !isOwner,
};

/**
 * The comments among which our own reply would appear. Instagram attaches a reply to a reply to the parent of both. So
 * only the thread of the answered comment is searched; other threads may hold the same text.
 */
async function siblings(session: Session, { platformPostId, parentId }: ReplyInput): Promise<PlatformComment[]> {
  if (parentId === undefined) {
    const all = await listThreads(session, platformPostId, LOOK_MAX);
    return all.filter((comment) => comment.parentId === undefined);
  }
  const direct = await listReplies(session, platformPostId, parentId).catch(ignoreMissing);
  if (direct.some(({ isOwner }) => isOwner)) return direct;
  const all = await listThreads(session, platformPostId, LOOK_MAX);
  const threadId = all.find(({ platformId }) => platformId === parentId)?.parentId;
  return threadId === undefined ? direct : all.filter((comment) => comment.parentId === threadId);
}

/** Replies on a reply may have no edge. */
function ignoreMissing(error: unknown): PlatformComment[] {
  if (error instanceof PlatformError && (error.kind === 'not_found' || error.kind === 'rejected')) return [];
  throw error;
}

function toListed({ platformId, text, createdAt }: PlatformComment): Listed {
  return { platformId, text, createdAt };
}

/** Top-level comments of a post, newest first, each followed by its replies. */
async function listThreads(session: Session, platformPostId: string, threadsMax: number): Promise<PlatformComment[]> {
  const path = [platformPostId, 'comments'];
  const query = { fields: COMMENT_FIELDS, limit: PAGE_SIZE };
  const threads = await collectPages(
    (position) => call(session, { method: 'GET', path, query: { ...query, ...position }, response: commentPage }),
    threadsMax,
  );
  const found: PlatformComment[] = [];
  for (const { item, raw } of threads) {
    const nested = item.replies?.data ?? [];
    const more = item.replies === undefined ? undefined : nextPosition(item.replies);
    const replies = nested.map((entry) =>
      toComment(entry.item, entry.raw, { platformPostId, parentId: item.id }, session.account),
    );
    if (more !== undefined) replies.push(...(await listReplies(session, platformPostId, item.id, more)));
    found.push(toComment(item, raw, { platformPostId, replyCount: replies.length }, session.account), ...replies);
  }
  return found;
}

async function listReplies(
  session: Session,
  platformPostId: string,
  parentId: string,
  start?: Position,
): Promise<PlatformComment[]> {
  const path = [parentId, 'replies'];
  const query = { fields: REPLY_FIELDS, limit: PAGE_SIZE };
  const replies = await collectPages(
    (position) => call(session, { method: 'GET', path, query: { ...query, ...position }, response: replyPage }),
    REPLIES_MAX,
    start,
  );
  return replies.map(({ item, raw }) => toComment(item, raw, { platformPostId, parentId }, session.account));
}
