import type { Listed, ListedEffect } from '../../core/effect.ts';
import {
  answeredId,
  type CommentPart,
  type Comments,
  type CommentsOptions,
  type PlatformComment,
  type ReplyInput,
} from '../../core/messaging/inbox.ts';
import type { Session } from '../../core/session.ts';
import { proven } from '../shared/collected.ts';
import { commentHiding, commentLiking, commentRemoval } from '../shared/meta/comment-changes.ts';
import { collectPages, commentPart, positionIn } from '../shared/meta/paging.ts';
import { made } from '../shared/meta/wire.ts';
import { comparable } from '../shared/text.ts';
import { API, call } from './client.ts';
import { toComment } from './map.ts';
import { privateReply } from './messages.ts';
import { COMMENT_FIELDS, commentPage } from './wire.ts';

const PAGE_SIZE = 50;

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
    const all = proven(await readComments(session, input.platformPostId, new Date(sinceMs)));
    const places = placesOf(input, all);
    return all
      .filter(({ isOwner, createdAt }) => isOwner && createdAt.getTime() >= sinceMs)
      .filter(({ parentId }) => places?.includes(parentId) ?? parentId !== undefined)
      .map(toListed);
  },

  matches: (input, item) => comparable(input.text) === comparable(item.text),
};

export const comments: Comments = {
  list,
  reply,
  removal: commentRemoval(API),
  hiding: commentHiding(API, 'is_hidden'),
  liking: commentLiking(API),
  privateReply,
  privateReplyDays: 7,
  allows: (action, { isOwner }) => action === 'removal' || !isOwner,
};

/**
 * Facebook has two levels only, so a reply to a reply may appear under the comment that started the thread. undefined: under
 * any comment, because the answered one is older than those listed.
 */
function placesOf({ parentId }: ReplyInput, all: readonly PlatformComment[]): (string | undefined)[] | undefined {
  if (parentId === undefined) return [undefined];
  const parent = all.find(({ platformId }) => platformId === parentId);
  if (parent === undefined) return undefined;
  return parent.parentId === undefined ? [parentId] : [parentId, parent.parentId];
}

function toListed({ platformId, text, createdAt }: PlatformComment): Listed {
  return { platformId, text, createdAt };
}

async function list(session: Session, platformPostId: string, options: CommentsOptions = {}): Promise<CommentPart> {
  return commentPart(await readComments(session, platformPostId, options.since, options.cursor), options);
}

/** All levels of comments on a post in one list, newest first, at least those since a time. */
async function readComments(session: Session, platformPostId: string, since = new Date(0), cursor?: string) {
  const path = [platformPostId, 'comments'];
  const query = { fields: COMMENT_FIELDS, filter: 'stream', order: 'reverse_chronological', limit: PAGE_SIZE };
  const found = await collectPages(
    (position) => call(session, { method: 'GET', path, query: { ...query, ...position }, response: commentPage }),
    { start: positionIn(cursor), isEnough: (page) => page.some(({ item }) => item.created_time < since) },
  );
  const items = found.items.map(({ item, raw }) =>
    toComment(item, raw, { platformPostId, parentId: item.parent?.id }, session.account),
  );
  return { ...found, items };
}
