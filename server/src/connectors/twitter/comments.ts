import type { ListedEffect } from '../../core/effect.ts';
import {
  answeredId,
  type CommentPart,
  type Comments,
  type PlatformComment,
  type ReplyInput,
} from '../../core/messaging/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callX } from './client.ts';
import { byAge, matchesReply, peopleOf, toComment } from './map.ts';
import { moderation } from './moderation.ts';
import { createTweet, LOOKS_AFTER_SECONDS, listOwn } from './publish.ts';
import { ReadingPage } from './wire.ts';

const PAGES_MAX = 5;

/** Class C like a post; a reply is recognised by its parent and its text. */
const reply: ListedEffect<ReplyInput> = {
  class: 'C',
  lookupDelaysSeconds: LOOKS_AFTER_SECONDS,
  async send(session, input) {
    return await createTweet(session, { text: input.text, reply: { in_reply_to_tweet_id: answeredId(input) } });
  },
  async list(session, input, since) {
    return await listOwn(session, since, answeredId(input));
  },
  matches: matchesReply,
};

export const comments: Comments = { list, reply, ...moderation };

/** The conversation under a post. X's search covers the last seven days. */
async function list(session: Session, platformPostId: string): Promise<CommentPart> {
  if (!/^\d{1,24}$/.test(platformPostId)) throw new PlatformError('not_found', 'X has no post with this id.');
  const found = new Map<string, PlatformComment>();
  for await (const page of searchPages(session, `conversation_id:${platformPostId}`)) {
    const people = peopleOf(page);
    for (const item of page.data ?? []) {
      if (item.value.id === platformPostId) continue;
      found.set(item.value.id, toComment(item, platformPostId, people, session.account.platformId));
    }
  }
  return { items: [...found.values()].sort((a, b) => byAge(b, a)) };
}

/** The query that reads comments, from search and mentions alike. */
export const commentFields = {
  max_results: 100,
  'tweet.fields':
    'created_at,author_id,conversation_id,in_reply_to_user_id,referenced_tweets,entities,attachments,public_metrics',
  expansions: 'author_id',
  'user.fields': 'username,name,profile_image_url',
};

/** Pages of https://docs.x.com/x-api/posts/search-recent-posts, newest first. */
export async function* searchPages(
  session: Session,
  query: string,
  { sinceId, pagesMax = PAGES_MAX }: { readonly sinceId?: string; readonly pagesMax?: number } = {},
): AsyncGenerator<ReadingPage> {
  let next: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const parameters = { query, ...commentFields, sort_order: 'recency', since_id: sinceId, next_token: next };
    const path = '/2/tweets/search/recent';
    const response = await callX(session, 'read', { method: 'GET', path, query: parameters }, ReadingPage);
    yield response;
    next = response.meta.next_token;
    if (next === undefined) return;
  }
}
