import type { Mentions, Part, PlatformMention } from '../../core/messaging/inbox.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { replyAsComment } from '../shared/reply-as-comment.ts';
import { callMastodon } from './client.ts';
import { reply } from './comments.ts';
import { toMention } from './map.ts';
import { olderThan } from './paging.ts';
import { placeOf } from './place.ts';
import { Notifications } from './wire.ts';

/** Each mention may need its thread read, and an instance allows 300 calls in five minutes. */
const PAGE = 15;

export const mentions: Mentions = { list, reply: replyAsComment(reply) };

/**
 * Mentions of the account outside the threads below its own statuses.
 * https://docs.joinmastodon.org/methods/notifications/#get
 */
async function list(session: Session, cursor?: string): Promise<Part<PlatformMention>> {
  const query = { 'types[]': 'mention', limit: PAGE, max_id: cursor };
  const request = { method: 'GET', path: '/api/v1/notifications', query } as const;
  const { value: found, response } = await callMastodon(session, 'read', request, Notifications);
  const items: PlatformMention[] = [];
  for (const { value, raw } of found) {
    const { status } = value;
    if (status.visibility === 'direct' || (await placeOf(session, status, [])).kind !== 'elsewhere') continue;
    items.push(toMention({ value: status, raw: (raw as { status: unknown }).status }));
  }
  const next = olderThan(response.headers.link);
  return compact({ items, cursor: next });
}
