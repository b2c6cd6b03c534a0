import type { InboundItem } from '../../core/inbound/callbacks.ts';
import type { Polling } from '../../core/inbound/polling.ts';
import type { PlatformComment, PlatformMention } from '../../core/messaging/inbox.ts';
import type { Session } from '../../core/session.ts';
import { callX } from './client.ts';
import { commentFields, searchPages } from './comments.ts';
import { byAge, peopleOf, repliedTo, toComment, toMention } from './map.ts';
import { ReadingPage, type Tweet } from './wire.ts';

/** Posts appear in lists late and out of order. So the cursor stays this far behind, and the overlap is read again. */
const OVERLAP_MS = 180_000;
/** How far the first poll reads back. A stale cursor of the search reaches at most as far as X's index. */
const FIRST_LOOK_MS = 24 * 3600_000;
const SEARCH_REACH_MS = 7 * 24 * 3600_000 - 600_000;
const QUERY_LENGTH_MAX = 500;
const QUERIES_MAX = 4;
const MENTION_PAGES_MAX = 8;
/** 5,000 posts of up to twelve conversations. */
const PAGES_MAX = 50;

export const polling: Polling = { pace: { busySeconds: 30, quietSeconds: 600 }, poll };

async function poll(session: Session, cursor: string | undefined, posts: readonly string[]) {
  const start = cursor ?? String(idAt(session.now().getTime() - FIRST_LOOK_MS));
  const found = new Map<string, PlatformComment>();
  const mentions = new Map<string, PlatformMention>();
  let next = start;
  const read = (page: ReadingPage, namesAccount: boolean) => {
    const people = peopleOf(page);
    for (const item of page.data ?? []) {
      const { value: tweet } = item;
      const isSettled = tweet.created_at.getTime() <= session.now().getTime() - OVERLAP_MS;
      if (isSettled && BigInt(tweet.id) > BigInt(next)) next = tweet.id;
      const post = commentedPost(tweet, posts, session.account.platformId);
      const isOther = post === undefined && namesAccount && tweet.author_id !== session.account.platformId;
      if (isOther) mentions.set(tweet.id, toMention(item, people));
      if (post === undefined) continue;
      found.set(tweet.id, toComment(item, post, people, session.account.platformId));
    }
  };

  for await (const page of mentionPages(session, start)) read(page, true);
  for (const query of conversationQueries(posts)) {
    for await (const page of searchPages(session, query, {
      sinceId: searchSince(session, start),
      pagesMax: PAGES_MAX,
    }))
      read(page, false);
  }

  const items = [
    ...[...found.values()].sort(byAge).map((comment): InboundItem => ({ kind: 'comment', comment })),
    ...[...mentions.values()].map((mention): InboundItem => ({ kind: 'mention', mention })),
  ];
  return { items, cursor: next };
}

/**
 * The post of ours that a post comments on: the root of its conversation, or its parent when that root is another
 * account's. A direct reply to a root of ours counts although the post is not among those we follow.
 */
export function commentedPost(tweet: Tweet, posts: readonly string[], ownId: string): string | undefined {
  const parent = repliedTo(tweet);
  const root = tweet.conversation_id;
  if (parent === undefined || tweet.id === root) return undefined;
  if (root !== undefined && posts.includes(root)) return root;
  if (posts.includes(parent)) return parent;
  return parent === root && tweet.in_reply_to_user_id === ownId ? root : undefined;
}

/** `conversation_id:1 OR conversation_id:2 …`, as many as fit into one query of X (512 characters). */
export function conversationQueries(posts: readonly string[]): readonly string[] {
  const queries: string[] = [];
  for (const post of posts) {
    const term = `conversation_id:${post}`;
    const joined = `${queries.at(-1)} OR ${term}`;
    if (queries.length > 0 && joined.length <= QUERY_LENGTH_MAX) queries[queries.length - 1] = joined;
    else queries.push(term);
  }
  return queries.slice(0, QUERIES_MAX);
}

/** X's ids contain their time: milliseconds since its epoch above 22 other bits. */
function idAt(ms: number): bigint {
  return BigInt(Math.floor(ms) - 1_288_834_974_657) << 22n;
}

function searchSince(session: Session, cursor: string): string {
  const oldest = idAt(session.now().getTime() - SEARCH_REACH_MS);
  return BigInt(cursor) > oldest ? cursor : String(oldest);
}

/** Pages of https://docs.x.com/x-api/users/get-mentions, newest first; X keeps the last 800. */
async function* mentionPages(session: Session, cursor: string): AsyncGenerator<ReadingPage> {
  let next: string | undefined;
  for (let page = 0; page < MENTION_PAGES_MAX; page += 1) {
    const path = `/2/users/${encodeURIComponent(session.account.platformId)}/mentions`;
    const query = { ...commentFields, since_id: cursor, pagination_token: next };
    const response = await callX(session, 'read', { method: 'GET', path, query }, ReadingPage);
    yield response;
    next = response.meta.next_token;
    if (next === undefined) return;
  }
}
