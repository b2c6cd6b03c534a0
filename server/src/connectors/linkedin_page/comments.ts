import type { Listed, ListedEffect } from '../../core/effect.ts';
import type { Comments, PlatformComment, ReplyInput } from '../../core/messaging/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callLinkedIn } from '../linkedin/client.ts';
import { COMMENT_URN, checkedUrn, encodeUrn, POST_URN } from '../linkedin/urn.ts';
import { type Collected, proven } from '../shared/collected.ts';
import { comparable } from '../shared/text.ts';
import { listElements } from './client.ts';
import { liking, removal } from './comment-changes.ts';
import { authorOf, type Place, replyCountOf, toComment } from './map.ts';
import { withNames } from './people.ts';
import { Comment, CreatedComment } from './wire.ts';

/** Pages of a hundred comments. */
const PAGES_MAX = 10;
/** The newest comments whose replies are read, the first hundred replies of each. */
const THREADS_MAX = 50;

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/comments-api */
const reply: ListedEffect<ReplyInput> = {
  class: 'C',
  lookupDelaysSeconds: [30, 120],

  async send(session, { platformPostId, parentId, text }) {
    const object = threadOf(platformPostId, parentId);
    const json = { actor: authorOf(session.account).urn, object, message: { text }, parentComment: parentId };
    const request = { method: 'POST', path: commentsPath(object), json } as const;
    const { value } = await callLinkedIn(session, 'effect', request, CreatedComment);
    return { platformId: value.commentUrn };
  },

  async list(session, input, since) {
    const found: PlatformComment[] = [];
    for (const place of await placesOf(session, input)) found.push(...proven(await listAt(session, place, PAGES_MAX)));
    return found.filter(({ isOwner, createdAt }) => isOwner && createdAt >= since).map(toListed);
  },

  matches: (input, item) => comparable(input.text) === comparable(item.text),
};

export const comments: Comments = {
  list: async (session, platformPostId) => ({
    items: await withNames(session, await listComments(session, platformPostId)),
  }),
  reply,
  removal,
  liking,
};

/** There are two levels only, so a reply to a reply may appear under the comment that started the thread. */
async function placesOf(session: Session, { platformPostId, parentId }: ReplyInput): Promise<Place[]> {
  if (parentId === undefined) return [{ platformPostId }];
  const parent = (await listComments(session, platformPostId)).find(({ platformId }) => platformId === parentId);
  if (parent === undefined) throw new PlatformError('unavailable', 'The comment that was answered is not in sight.');
  const places = [parentId, ...(parent.parentId === undefined ? [] : [parent.parentId])];
  return places.map((id) => ({ platformPostId, parentId: id }));
}

function toListed({ platformId, text, createdAt }: PlatformComment): Listed {
  return { platformId, text, createdAt };
}

/**
 * The object that a comment is created under. For a reply it is the object of its parent, because posts have several
 * URNs.
 */
function threadOf(platformPostId: string, parentId: string | undefined): string {
  const post = checkedUrn(platformPostId, POST_URN);
  return parentId === undefined ? post : (COMMENT_URN.exec(checkedUrn(parentId, COMMENT_URN))?.[1] ?? post);
}

function commentsPath(urn: string): string {
  return `/rest/socialActions/${encodeUrn(urn)}/comments`;
}

/** Comments of one level. */
async function listAt(session: Session, place: Place, pagesMax: number): Promise<Collected<PlatformComment>> {
  const { items, isWhole } = await readLevel(session, place, pagesMax);
  return { items: items.map(({ value, raw }) => toPlaced(session, value, raw, place)), isWhole };
}

async function readLevel(session: Session, { platformPostId, parentId }: Place, pagesMax: number) {
  checkedUrn(platformPostId, POST_URN);
  const urn = parentId === undefined ? platformPostId : checkedUrn(parentId, COMMENT_URN);
  return await listElements(session, { path: commentsPath(urn), query: '' }, Comment, pagesMax);
}

type Level = Awaited<ReturnType<typeof readLevel>>['items'][number];

function toPlaced(session: Session, value: Level['value'], raw: unknown, place: Place): PlatformComment {
  const parentId = place.parentId ?? value.parentComment;
  return toComment(value, raw, compact({ ...place, parentId }), session.account);
}

/** Both levels of comments on a post in one list, newest first. The authors have no names yet. */
export async function listComments(session: Session, platformPostId: string): Promise<PlatformComment[]> {
  const place = { platformPostId };
  const roots = [...(await readLevel(session, place, PAGES_MAX)).items];
  roots.sort((a, b) => b.value.created.time.getTime() - a.value.created.time.getTime());
  const found = roots.map(({ value, raw }) => toPlaced(session, value, raw, place));
  const threads = roots.filter(({ value }) => value.parentComment === undefined && replyCountOf(value) !== 0);
  for (const { value } of threads.slice(0, THREADS_MAX)) {
    found.push(...(await listAt(session, { platformPostId, parentId: value.commentUrn }, 1)).items);
  }
  const unique = new Map(found.map((comment) => [comment.platformId, comment]));
  return [...unique.values()].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}
