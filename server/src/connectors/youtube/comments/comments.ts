import type { Listed, ListedEffect, Published } from '../../../core/effect.ts';
import type {
  CommentPart,
  Comments,
  CommentsOptions,
  PlatformComment,
  ReplyInput,
} from '../../../core/messaging/inbox.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import type { Session } from '../../../core/session.ts';
import { proven } from '../../shared/collected.ts';
import { comparable } from '../../shared/text.ts';
import { callYoutube, videoId } from '../client.ts';
import { addressOf, threadIdOf } from '../map.ts';
import { SavedComment, SavedThread } from '../wire.ts';
import { editing, hiding, moderation, removal } from './comment-changes.ts';
import { listReplies, listThreads, oldestFirst, type ShownThread } from './threads.ts';

const PAGES_MAX = 10;

/** There is one level of replies: a reply to a reply belongs to the same thread. */
const reply: ListedEffect<ReplyInput> = {
  class: 'C',
  lookupDelaysSeconds: [10, 60],

  async send(session, { platformPostId, parentId, text }) {
    const { id } = await (parentId === undefined
      ? comment(session, platformPostId, text)
      : response(session, threadIdOf(parentId), text));
    return { platformId: id, permalink: addressOfComment(platformPostId, id) };
  },

  async list(session, { platformPostId, parentId }, since) {
    // YouTube's times have whole seconds only.
    const sinceMs = Math.floor(since.getTime() / 1000) * 1000;
    const isPast = (threads: readonly ShownThread[]) =>
      threads.some(({ comment: { createdAt } }) => createdAt.getTime() < sinceMs);
    const filter = { videoId: videoId(platformPostId) };
    const found =
      parentId === undefined
        ? proven(await listThreads(session, filter, { pagesMax: PAGES_MAX, isEnough: isPast })).map(
            (one) => one.comment,
          )
        : proven(await listReplies(session, { id: threadIdOf(parentId), platformPostId }));
    return found.filter(({ isOwner, createdAt }) => isOwner && createdAt.getTime() >= sinceMs).map(toListed);
  },

  matches: (input, item) => comparable(input.text) === comparable(item.text),
};

export const comments: Comments = { list, reply, removal, hiding, editing, moderation };

/** https://developers.google.com/youtube/v3/docs/commentThreads/insert */
async function comment(session: Session, postId: string, textOriginal: string): Promise<{ readonly id: string }> {
  const snippet = {
    channelId: session.account.platformId,
    videoId: videoId(postId),
    topLevelComment: { snippet: { textOriginal } },
  };
  const request = { method: 'POST', path: '/youtube/v3/commentThreads', query: { part: 'snippet' } } as const;
  return (await callYoutube(session, 'effect', { ...request, body: { json: { snippet } } }, SavedThread)).value;
}

/** https://developers.google.com/youtube/v3/docs/comments/insert */
async function response(session: Session, parentId: string, textOriginal: string): Promise<{ readonly id: string }> {
  const json = { snippet: { parentId, textOriginal } };
  const request = { method: 'POST', path: '/youtube/v3/comments', query: { part: 'snippet' }, body: { json } } as const;
  return (await callYoutube(session, 'effect', request, SavedComment)).value;
}

/**
 * The comments on a video in one status, newest first; empty where comments are disabled. A rejected one is never listed.
 * A thread with a held reply is listed among the held ones, so there each comment must name its status.
 */
async function list(
  session: Session,
  platformPostId: string,
  { status = 'published' }: CommentsOptions = {},
): Promise<CommentPart> {
  const found: PlatformComment[] = [];
  if (status === 'rejected') return { items: found };
  try {
    const filter = { videoId: videoId(platformPostId) };
    for (const thread of (await listThreads(session, filter, { pagesMax: PAGES_MAX, status })).items) {
      const isWhole = thread.replies.length >= thread.total;
      const all = [thread.comment, ...thread.replies, ...(isWhole ? [] : (await listReplies(session, thread)).items)];
      found.push(...new Map(all.map((each) => [each.platformId, each])).values());
    }
  } catch (error) {
    if (error instanceof PlatformError && error.facts.platformCode === 'commentsDisabled') return { items: [] };
    throw error;
  }
  const isWanted = (each: PlatformComment) => status === 'published' || each.moderationStatus === status;
  return { items: found.filter(isWanted).sort(oldestFirst).reverse() };
}

function addressOfComment(postId: string, id: string): NonNullable<Published['permalink']> {
  return `${addressOf(postId)}&lc=${id}`;
}

function toListed({ platformId, platformPostId, text, createdAt }: PlatformComment): Listed {
  return { platformId, permalink: addressOfComment(platformPostId, platformId), text, createdAt };
}
