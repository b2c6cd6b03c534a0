import type { ListedEffect } from '../../core/effect.ts';
import type { MentionReply, Mentions, Part, PlatformMention } from '../../core/messaging/inbox.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callX } from './client.ts';
import { commentFields } from './comments.ts';
import { matchesReply, peopleOf, toMention } from './map.ts';
import { commentedPost } from './polling.ts';
import { createTweet, LOOKS_AFTER_SECONDS, listOwn } from './publish.ts';
import { ReadingPage } from './wire.ts';

/** A reply to a mention is a post of ours, recognised by its parent and its text. */
const reply: ListedEffect<MentionReply> = {
  class: 'C',
  lookupDelaysSeconds: LOOKS_AFTER_SECONDS,
  send: (session, { mentionId, text }) => createTweet(session, { text, reply: { in_reply_to_tweet_id: mentionId } }),
  list: (session, { mentionId }, since) => listOwn(session, since, mentionId),
  matches: ({ mentionId, text }, item) => matchesReply({ platformPostId: mentionId, text }, item),
};

export const mentions: Mentions = { list, reply };

/**
 * Mentions of the account outside the conversations below its own posts. https://docs.x.com/x-api/users/get-mentions
 */
async function list(session: Session, cursor?: string): Promise<Part<PlatformMention>> {
  const { platformId } = session.account;
  const path = `/2/users/${encodeURIComponent(platformId)}/mentions`;
  const query = { ...commentFields, pagination_token: cursor };
  const page = await callX(session, 'read', { method: 'GET', path, query }, ReadingPage);
  const people = peopleOf(page);
  const others = (page.data ?? []).filter(
    ({ value }) => value.author_id !== platformId && commentedPost(value, [], platformId) === undefined,
  );
  const items = others.map((item) => toMention(item, people));
  return compact({ items, cursor: page.meta.next_token });
}
