import type { ListedEffect } from '../../core/effect.ts';
import type { MentionReply, Mentions, Part, PlatformMention, ReplyInput } from '../../core/inbox.ts';
import type { Session } from '../../core/session.ts';
import { nextPosition } from '../meta/paging.ts';
import { call } from './client.ts';
import { reply as commentReply } from './comments.ts';
import { toMention } from './map.ts';
import { TAGGED_FIELDS, taggedPage } from './wire.ts';

const PAGE_SIZE = 50;

/** An answer is a comment on the post, or below the comment, that names the Page. */
const reply: ListedEffect<MentionReply> = {
  class: 'C',
  looksAfterSeconds: commentReply.looksAfterSeconds,
  send: (session, input, ...rest) => commentReply.send(session, toReply(input), ...rest),
  list: (session, input, since) => commentReply.list(session, toReply(input), since),
  matches: (input, item) => commentReply.matches(toReply(input), item),
};

function toReply({ mentionId, platformPostId = mentionId, text }: MentionReply): ReplyInput {
  return { platformPostId, text, ...(platformPostId === mentionId ? {} : { parentId: mentionId }) };
}

export const mentions: Mentions = { list, reply };

/**
 * Posts of others that tag the Page; comments that do are told by callback only.
 * https://developers.facebook.com/docs/graph-api/reference/page/tagged
 */
async function list(session: Session, cursor?: string): Promise<Part<PlatformMention>> {
  const path = [session.account.platformId, 'tagged'];
  const query = { fields: TAGGED_FIELDS, limit: PAGE_SIZE, after: cursor };
  const page = await call(session, { method: 'GET', path, query, answer: taggedPage });
  const items = page.data.flatMap(({ item, raw }) => toMention(item, raw, session.account) ?? []);
  const next = nextPosition(page)?.after;
  return { items, ...(next === undefined ? {} : { cursor: next }) };
}
