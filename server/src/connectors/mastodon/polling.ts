import type { z } from 'zod';
import type { InboundItem } from '../../core/inbound/callbacks.ts';
import type { Polling } from '../../core/inbound/polling.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callMastodon } from './client.ts';
import { isBetween, toComment, toMention, toMessage, toPerson } from './map.ts';
import { newerThan, olderThan } from './paging.ts';
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
/** 4,000 notifications. */
const PAGES_BACK_MAX = 50;
/**
 * The most threads that one poll reads; the rest comes with the next one. An instance allows 300 calls in 5 minutes.
 */
const LOOKUPS_MAX = 15;

export const polling: Polling = { pace: { busySeconds: 20, quietSeconds: 300 }, poll };

/** The cursor is the id of a notification, or a time while no notification is old enough. */
async function poll(session: Session, cursor: string | undefined, posts: readonly string[]) {
  const now = session.now().getTime();
  const start = cursor ?? new Date(now - FIRST_LOOK_MS).toISOString();
  const sinceMs = start.includes(':') ? Date.parse(start) : undefined;
  const { found, isWhole } =
    sinceMs === undefined ? await mentionsAfter(session, start) : await mentionsSince(session, sinceMs);
  const items: InboundItem[] = [];
  let next = start;
  let lookups = 0;
  for (const { value: notification, raw } of found) {
    const { status, created_at: createdAt } = notification;
    const isPrivate = status.visibility === 'direct';
    if (createdAt.getTime() >= (sinceMs ?? 0)) {
      if (!isPrivate && !isPlaced(status, posts) && ++lookups > LOOKUPS_MAX) break;
      const given = { value: status, raw: (raw as { status: unknown }).status };
      const item = isPrivate ? messageIn(session, given) : await commentOrMention(session, given, posts);
      if (item !== undefined) items.push(item);
    }
    if (createdAt.getTime() <= now - OVERLAP_MS) next = notification.id;
  }
  const metadata = isServerDue(session) ? await readServer(session) : undefined;
  // The same notifications again would bring nothing new.
  const isBehind = next !== cursor && (!isWhole || lookups > LOOKUPS_MAX) ? true : undefined;
  return compact({ items, cursor: next, metadata, isBehind });
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

interface Mentions {
  /** Oldest first. */
  readonly found: readonly Mention[];
  /** False: there are more. */
  readonly isWhole: boolean;
}

async function mentionsAfter(session: Session, id: string): Promise<Mentions> {
  const found: Mention[] = [];
  let after = id;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { newestFirst, link } = await readPage(session, { min_id: after });
    found.push(...newestFirst.toReversed());
    const newest = newerThan(link) ?? newestFirst[0]?.value.id;
    if (newestFirst.length === 0 || newest === undefined || newest === after) return { found, isWhole: true };
    after = newest;
  }
  return { found, isWhole: false };
}

/** The pages are read from the newest one back to the time. Some mentions on the last page are older. */
async function mentionsSince(session: Session, sinceMs: number): Promise<Mentions> {
  const found: Mention[] = [];
  let before: string | undefined;
  for (let page = 0; page < PAGES_BACK_MAX; page += 1) {
    const { newestFirst, link } = await readPage(session, { max_id: before });
    found.push(...newestFirst);
    const oldest = olderThan(link);
    const isPast = newestFirst.some(({ value }) => value.created_at.getTime() < sinceMs);
    if (isPast || oldest === undefined || oldest === before) break;
    before = oldest;
  }
  return { found: found.toReversed(), isWhole: true };
}

/** https://docs.joinmastodon.org/methods/notifications/#get */
async function readPage(
  session: Session,
  position: { readonly min_id?: string; readonly max_id?: string | undefined },
) {
  const query = { 'types[]': 'mention', limit: 80, ...position };
  const request = { method: 'GET', path: '/api/v1/notifications', query } as const;
  const { value: newestFirst, response } = await callMastodon(session, 'read', request, Notifications);
  return { newestFirst, link: response.headers.link };
}
