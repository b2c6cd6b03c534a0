import type { KeyedEffect } from '../../core/effect.ts';
import type { MentionReply, Mentions, Part, PlatformMention } from '../../core/inbox.ts';
import type { Session } from '../../core/session.ts';
import { callMastodon } from './client.ts';
import { reply as commentReply } from './comments.ts';
import { toMention } from './map.ts';
import { olderThan } from './paging.ts';
import { placeOf } from './place.ts';
import { Notifications } from './wire.ts';

/** Each may need a look at its thread, of which an instance allows 300 in five minutes. */
const PAGE = 15;

const { list: listReplies, send, prepare = async () => ({}), matches, ...rest } = commentReply;
const asReply = ({ mentionId, text }: MentionReply) => ({ platformPostId: mentionId, text });

/** An answer is a status like any other reply. */
const reply: KeyedEffect<MentionReply> = {
  ...rest,
  prepare: (session, input) => prepare(session, asReply(input)),
  send: (session, input, prepared, key) => send(session, asReply(input), prepared, key),
  list: (session, input, since) => listReplies(session, asReply(input), since),
  matches: (input, item) => matches(asReply(input), item),
};

export const mentions: Mentions = { list, reply };

/** Who names the account elsewhere than below its own statuses. https://docs.joinmastodon.org/methods/notifications/#get */
async function list(session: Session, cursor?: string): Promise<Part<PlatformMention>> {
  const query = { 'types[]': 'mention', limit: PAGE, max_id: cursor };
  const request = { method: 'GET', path: '/api/v1/notifications', query } as const;
  const { value: found, answer } = await callMastodon(session, 'read', request, Notifications);
  const items: PlatformMention[] = [];
  for (const { value, raw } of found) {
    const { status } = value;
    if (status.visibility === 'direct' || (await placeOf(session, status, [])).kind !== 'elsewhere') continue;
    items.push(toMention({ value: status, raw: (raw as { status: unknown }).status }));
  }
  const next = olderThan(answer.headers.link);
  return { items, ...(next === undefined ? {} : { cursor: next }) };
}
