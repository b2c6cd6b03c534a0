import type { ModerationStatus, PlatformComment } from '../../../core/messaging/inbox.ts';
import type { Session } from '../../../core/session.ts';
import type { Collected } from '../../shared/collected.ts';
import { callYoutube } from '../client.ts';
import { toComment } from '../map.ts';
import { Comment, CommentPage, type Thread, ThreadPage } from '../wire.ts';

const PAGE_SIZE = 100;
const REPLY_PAGES_MAX = 10;

/** A thread as the list of threads shows it. */
export interface ShownThread {
  readonly id: string;
  readonly platformPostId: string;
  readonly total: number;
  readonly comment: PlatformComment;
  /** Some of the replies, in any order. */
  readonly replies: readonly PlatformComment[];
}

const FILTERS = { published: 'published', held_for_review: 'heldForReview', likely_spam: 'likelySpam' } as const;

/**
 * Threads in one status, newest first, of a video or of all videos of the channel. A reply does not move its thread up.
 * https://developers.google.com/youtube/v3/docs/commentThreads/list
 */
export async function listThreads(
  session: Session,
  filter: { readonly videoId: string } | { readonly allThreadsRelatedToChannelId: string },
  {
    pagesMax,
    status = 'published',
    isEnough = () => false,
  }: {
    readonly pagesMax: number;
    readonly status?: keyof typeof FILTERS;
    /** Whether no following page holds a wanted thread. */
    readonly isEnough?: (threads: readonly ShownThread[]) => boolean;
  },
): Promise<Collected<ShownThread>> {
  const found: ShownThread[] = [];
  const seen = new Set<string>();
  let pageToken: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const parts = { part: 'snippet,replies', order: 'time', textFormat: 'plainText', maxResults: PAGE_SIZE };
    const query = { ...filter, ...parts, moderationStatus: FILTERS[status], pageToken };
    const request = { method: 'GET', path: '/youtube/v3/commentThreads', query } as const;
    const { value } = await callYoutube(session, 'read', request, ThreadPage);
    const threads = value.items.flatMap((thread) => toShown(session, thread, status));
    found.push(...threads);
    pageToken = value.nextPageToken;
    if (!pageToken || isEnough(threads)) return { items: found, isWhole: true };
    if (seen.has(pageToken)) break;
    seen.add(pageToken);
  }
  return { items: found, isWhole: false };
}

/** A thread on a video of the account; threads on the channel itself are omitted. */
function toShown({ account }: Session, { id, snippet, replies }: Thread, status: ModerationStatus): ShownThread[] {
  const { videoId: platformPostId, totalReplyCount, topLevelComment } = snippet;
  const first = Comment.safeParse(topLevelComment).data;
  if (first === undefined || platformPostId === undefined) return [];
  const responses = (replies?.comments ?? []).map(({ value, raw }) =>
    toComment(value, raw, { platformPostId }, account),
  );
  const total = totalReplyCount ?? responses.length;
  // A thread may be listed as held because of a reply, so only a lone comment is held for sure.
  const isSure = status === 'published' || total + responses.length === 0;
  const place = { platformPostId, replyCount: total, status: isSure ? status : undefined };
  const comment = toComment(first, topLevelComment, place, account);
  return [{ id, platformPostId, total, comment, replies: responses }];
}

/** All replies of a thread. https://developers.google.com/youtube/v3/docs/comments/list */
export async function listReplies(
  session: Session,
  { id, platformPostId }: Pick<ShownThread, 'id' | 'platformPostId'>,
): Promise<Collected<PlatformComment>> {
  const found: PlatformComment[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < REPLY_PAGES_MAX; page += 1) {
    const query = { part: 'snippet', parentId: id, textFormat: 'plainText', maxResults: PAGE_SIZE, pageToken };
    const request = { method: 'GET', path: '/youtube/v3/comments', query } as const;
    const { value } = await callYoutube(session, 'read', request, CommentPage);
    found.push(...value.items.map((item) => toComment(item.value, item.raw, { platformPostId }, session.account)));
    pageToken = value.nextPageToken;
    if (!pageToken) return { items: found, isWhole: true };
  }
  return { items: found, isWhole: false };
}

export function oldestFirst(one: PlatformComment, other: PlatformComment): number {
  return one.createdAt.getTime() - other.createdAt.getTime();
}
