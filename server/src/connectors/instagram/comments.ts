import type { z } from 'zod';
import type { Listed, ListedEffect } from '../../core/effect.ts';
import type {
  CommentPart,
  Comments,
  CommentsOptions,
  PlatformComment,
  ReplyInput,
} from '../../core/messaging/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { type Collected, proven } from '../shared/collected.ts';
import { commentHiding, commentRemoval } from '../shared/meta/comment-changes.ts';
import {
  collectPages,
  commentPart,
  nextPosition,
  type PagesOptions,
  type Position,
  positionIn,
} from '../shared/meta/paging.ts';
import { made } from '../shared/meta/wire.ts';
import { comparable } from '../shared/text.ts';
import { API, call } from './client.ts';
import { toComment } from './map.ts';
import { privateReply } from './messages.ts';
import { COMMENT_FIELDS, commentPage, REPLY_FIELDS, replyPage } from './wire.ts';

const PAGE_SIZE = 50;
/** Threads that are read together. The newest ones are read for new replies at any age. */
const THREADS_MAX = 500;

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
    const candidates = await siblings(session, input, new Date(sinceMs));
    return candidates.filter(({ isOwner, createdAt }) => isOwner && createdAt.getTime() >= sinceMs).map(toListed);
  },

  matches: (input, item) => comparable(input.text) === comparable(item.text),
};

export const comments: Comments = {
  list,
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
async function siblings(
  session: Session,
  { platformPostId, parentId }: ReplyInput,
  since: Date,
): Promise<readonly PlatformComment[]> {
  if (parentId === undefined) {
    const isPast = (threads: readonly Thread[]) => threads.some(({ item }) => item.timestamp < since);
    const all = proven(await readThreads(session, platformPostId, { isEnough: isPast }));
    return all.filter((comment) => comment.parentId === undefined);
  }
  const direct = await readReplies(session, platformPostId, parentId).then(proven).catch(ignoreMissing);
  if (direct.some(({ isOwner }) => isOwner)) return direct;
  const all = await readThreads(session, platformPostId);
  const parent = all.items.find(({ platformId }) => platformId === parentId) ?? missingIn(all);
  return parent?.parentId === undefined ? direct : all.items.filter((comment) => comment.parentId === parent.parentId);
}

/** The thread of a missing comment is unknown, unless the list is whole: then the comment was deleted. */
function missingIn(all: Collected<PlatformComment>): undefined {
  proven(all);
}

/** Replies on a reply may have no edge. */
function ignoreMissing(error: unknown): PlatformComment[] {
  if (error instanceof PlatformError && (error.kind === 'not_found' || error.kind === 'rejected')) return [];
  throw error;
}

function toListed({ platformId, text, createdAt }: PlatformComment): Listed {
  return { platformId, text, createdAt };
}

async function list(session: Session, platformPostId: string, options: CommentsOptions = {}): Promise<CommentPart> {
  const { since, cursor } = options;
  let threads = cursor === undefined ? 0 : THREADS_MAX;
  const isEnough = (page: readonly Thread[]) => {
    threads += page.length;
    return since !== undefined && threads >= THREADS_MAX && page.every(({ item }) => item.timestamp < since);
  };
  const pages = { itemsMax: THREADS_MAX, start: positionIn(cursor), isEnough };
  return commentPart(await readThreads(session, platformPostId, pages), options);
}

type Thread = z.output<typeof commentPage>['data'][number];

/** Top-level comments of a post, newest first, each followed by its replies. */
async function readThreads(session: Session, platformPostId: string, options: PagesOptions<Thread> = {}) {
  const path = [platformPostId, 'comments'];
  const query = { fields: COMMENT_FIELDS, limit: PAGE_SIZE };
  const threads = await collectPages(
    (position) => call(session, { method: 'GET', path, query: { ...query, ...position }, response: commentPage }),
    options,
  );
  const items: PlatformComment[] = [];
  let { isWhole } = threads;
  for (const { item, raw } of threads.items) {
    const nested = item.replies?.data ?? [];
    const following = item.replies === undefined ? undefined : nextPosition(item.replies);
    const replies = nested.map((entry) =>
      toComment(entry.item, entry.raw, { platformPostId, parentId: item.id }, session.account),
    );
    if (following !== undefined) {
      const more = await readReplies(session, platformPostId, item.id, following);
      replies.push(...more.items);
      isWhole &&= more.isWhole;
    }
    items.push(toComment(item, raw, { platformPostId, replyCount: replies.length }, session.account), ...replies);
  }
  return { ...threads, items, isWhole };
}

async function readReplies(
  session: Session,
  platformPostId: string,
  parentId: string,
  start?: Position,
): Promise<Collected<PlatformComment>> {
  const path = [parentId, 'replies'];
  const query = { fields: REPLY_FIELDS, limit: PAGE_SIZE };
  const { items, isWhole } = await collectPages(
    (position) => call(session, { method: 'GET', path, query: { ...query, ...position }, response: replyPage }),
    { start },
  );
  return {
    items: items.map(({ item, raw }) => toComment(item, raw, { platformPostId, parentId }, session.account)),
    isWhole,
  };
}
