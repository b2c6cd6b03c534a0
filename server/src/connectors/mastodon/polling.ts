import type { z } from 'zod';
import type { InboundItem } from '../../core/inbound/callbacks.ts';
import type { Polling } from '../../core/inbound/polling.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callMastodon } from './client.ts';
import { isBetween, toComment, toMention, toMessage, toPerson } from './map.ts';
import { newerThan } from './paging.ts';
import { isPlaced, placeOf } from './place.ts';
import { isServerDue, readServer } from './server.ts';
import { type Notification, Notifications, type Status } from './wire.ts';

/**
 * Notifications may become visible late and out of order. So the cursor stays this far behind, and the overlap is read
 * again.
 */
const OVERLAP_MS = 180_000;
/** How far the first poll reads back. */
const FIRST_LOOK_MS = 24 * 3600_000;
const PAGES_MAX = 5;
/**
 * The most threads that one poll reads; the rest comes with the next one. An instance allows 300 calls in 5 minutes.
 */
const LOOKUPS_MAX = 15;

export const polling: Polling = { pace: { busySeconds: 20, quietSeconds: 300 }, poll };

async function poll(session: Session, cursor: string | undefined, posts: readonly string[]) {
  const items: InboundItem[] = [];
  let next = cursor;
  let lookups = 0;
  for (const { value: notification, raw } of await mentionsSince(session, cursor)) {
    const { status } = notification;
    const isPrivate = status.visibility === 'direct';
    if (!isPrivate && !isPlaced(status, posts) && ++lookups > LOOKUPS_MAX) break;
    const given = { value: status, raw: (raw as { status: unknown }).status };
    const item = isPrivate ? messageIn(session, given) : await commentOrMention(session, given, posts);
    if (item !== undefined) items.push(item);
    if (notification.created_at.getTime() <= session.now().getTime() - OVERLAP_MS) next = notification.id;
  }
  const metadata = isServerDue(session) ? await readServer(session) : undefined;
  return compact({ items, cursor: next, metadata });
}

interface RawStatus {
  readonly value: Status;
  readonly raw: unknown;
}

function messageIn({ account }: Session, item: RawStatus): InboundItem | undefined {
  const { value: status } = item;
  if (!isBetween(status, status.account.id, account.platformId)) return undefined;
  return { kind: 'message', message: toMessage(item, toPerson(status.account), account) };
}

async function commentOrMention(
  session: Session,
  item: RawStatus,
  posts: readonly string[],
): Promise<InboundItem | undefined> {
  const place = await placeOf(session, item.value, posts);
  if (place.kind === 'missing') return undefined;
  if (place.kind === 'elsewhere') return { kind: 'mention', mention: toMention(item) };
  return { kind: 'comment', comment: toComment(item, place.postId, session.account.platformId) };
}

type Mention = { value: z.output<typeof Notification>; raw: unknown };

/** Mentions after the cursor, oldest first. Without a cursor: those of the last day that one page holds. */
async function mentionsSince(session: Session, cursor: string | undefined): Promise<readonly Mention[]> {
  const found: Mention[] = [];
  let after = cursor;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { 'types[]': 'mention', limit: 80, min_id: after };
    const request = { method: 'GET', path: '/api/v1/notifications', query } as const;
    const { value: newestFirst, response } = await callMastodon(session, 'read', request, Notifications);
    found.push(...newestFirst.toReversed());
    const previous = newerThan(response.headers.link) ?? newestFirst[0]?.value.id;
    if (newestFirst.length === 0 || after === undefined || previous === undefined || previous === after) break;
    after = previous;
  }
  const oldest = cursor === undefined ? session.now().getTime() - FIRST_LOOK_MS : 0;
  return found.filter(({ value }) => value.created_at.getTime() >= oldest);
}
