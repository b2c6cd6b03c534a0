import type { Listed, ListedEffect } from '../../core/effect.ts';
import { answeredId, type Comments, type PlatformComment, type ReplyInput } from '../../core/inbox.ts';
import type { Session } from '../../core/session.ts';
import { commentHiding, commentLiking, commentRemoval } from '../shared/meta/comment-changes.ts';
import { collectPages } from '../shared/meta/paging.ts';
import { made } from '../shared/meta/wire.ts';
import { comparable } from '../shared/text.ts';
import { API, call } from './client.ts';
import { toComment } from './map.ts';
import { privateReply } from './messages.ts';
import { COMMENT_FIELDS, commentPage } from './wire.ts';

const PAGE_SIZE = 50;
const COMMENTS_MAX = 1000;
/** A lookup of our own comment needs only the newest comments. */
const LOOK_MAX = 200;

/** https://developers.facebook.com/docs/graph-api/reference/object/comments */
export const reply: ListedEffect<ReplyInput> = {
  class: 'C',
  lookupDelaysSeconds: [10, 60],

  async send(session, input) {
    const path = [answeredId(input), 'comments'];
    const form = { message: input.text };
    const { id } = await call(session, { method: 'POST', path, form, response: made, purpose: 'effect' });
    return { platformId: id };
  },

  async list(session, input, since) {
    const sinceMs = Math.floor(since.getTime() / 1000) * 1000;
    const all = await listComments(session, input.platformPostId, LOOK_MAX);
    return all
      .filter(({ isOwner, createdAt }) => isOwner && createdAt.getTime() >= sinceMs)
      .filter(({ parentId }) => placesOf(input, all).includes(parentId))
      .map(toListed);
  },

  matches: (input, item) => comparable(input.text) === comparable(item.text),
};

export const comments: Comments = {
  list: (session, platformPostId) => listComments(session, platformPostId, COMMENTS_MAX),
  wholeBelow: COMMENTS_MAX,
  reply,
  removal: commentRemoval(API),
  hiding: commentHiding(API, 'is_hidden'),
  liking: commentLiking(API),
  privateReply,
  privateReplyDays: 7,
  allows: (action, { isOwner }) => action === 'removal' || !isOwner,
};

/** Facebook has two levels only, so a reply to a reply may appear under the comment that started the thread. */
function placesOf({ parentId }: ReplyInput, all: readonly PlatformComment[]): (string | undefined)[] {
  if (parentId === undefined) return [undefined];
  const threadId = all.find(({ platformId }) => platformId === parentId)?.parentId;
  return threadId === undefined ? [parentId] : [parentId, threadId];
}

function toListed({ platformId, text, createdAt }: PlatformComment): Listed {
  return { platformId, text, createdAt };
}

/** All levels of comments on a post in one list, newest first. */
async function listComments(session: Session, platformPostId: string, most: number): Promise<PlatformComment[]> {
  const path = [platformPostId, 'comments'];
  const query = { fields: COMMENT_FIELDS, filter: 'stream', order: 'reverse_chronological', limit: PAGE_SIZE };
  const found = await collectPages(
    (position) => call(session, { method: 'GET', path, query: { ...query, ...position }, response: commentPage }),
    most,
  );
  return found.map(({ item, raw }) =>
    toComment(item, raw, { platformPostId, parentId: item.parent?.id }, session.account),
  );
}
