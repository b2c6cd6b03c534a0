import type { InboundItem } from '../../core/inbound/callbacks.ts';
import type { Polling } from '../../core/inbound/polling.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { chatSince } from './chat/chat-log.ts';
import { callXrpc } from './client.ts';
import { toComment, toMention } from './map.ts';
import { type Notification, Notifications, type PostView, PostViews, partsOf } from './wire.ts';

/**
 * Notifications may become visible late and out of order. So the cursor stays this far behind, and the overlap is read
 * again.
 */
const OVERLAP_MS = 180_000;
/** How far the first poll reads back. */
const FIRST_LOOK_MS = 24 * 3600_000;
/** 10,000 notifications. */
const PAGES_MAX = 100;
export const POSTS_PER_CALL = 25;

export const polling: Polling = { pace: { busySeconds: 20, quietSeconds: 300 }, poll };

/**
 * The cursor is the time up to which everything has been read (Bluesky's own cursor leads back in time only), and the
 * position in the chat's log.
 */
async function poll(session: Session, cursor: string | undefined, posts: readonly string[]) {
  const now = session.now().getTime();
  const [seen, revision] = cursor?.split(' ') ?? [];
  const sinceMs = timeOf(seen) ?? now - FIRST_LOOK_MS;
  const notifications = await notificationsSince(session, sinceMs);
  const places = new Map<string, string | undefined>();
  let settledMs = sinceMs;
  for (const notification of notifications.toReversed()) {
    const place = commentedPost(notification, posts, session.account.platformId);
    if (place !== undefined || notification.reason === 'mention') places.set(notification.uri, place);
    const seenMs = notification.indexedAt.getTime();
    if (seenMs <= now - OVERLAP_MS && seenMs > settledMs) settledMs = seenMs;
  }
  const views = await viewsOf(session, [...places.keys()]);
  const posted = [...places].flatMap(([uri, place]) => {
    const item = views.get(uri);
    return item === undefined ? [] : [toItem(session, item, place)];
  });
  posted.sort((a, b) => a.at.getTime() - b.at.getTime());
  const chat = await chatSince(session, revision, sinceMs);
  const items = [
    ...posted.map(({ item }) => item),
    ...chat.messages.map((message): InboundItem => ({ kind: 'message', message })),
    ...chat.changes.map((change): InboundItem => ({ kind: 'message_change', change })),
  ];
  const next = [new Date(settledMs).toISOString(), chat.revision ?? ''].join(' ').trim();
  return compact({ items, cursor: next, isBehind: chat.isBehind });
}

function toItem(session: Session, item: { value: PostView; raw: unknown }, place: string | undefined) {
  if (place === undefined) {
    const mention = toMention(item);
    return { at: mention.createdAt, item: { kind: 'mention', mention } satisfies InboundItem };
  }
  const comment = toComment(item, place, session.account.platformId);
  return { at: comment.createdAt, item: { kind: 'comment', comment } satisfies InboundItem };
}

function timeOf(cursor: string | undefined): number | undefined {
  const ms = Date.parse(cursor ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * Bluesky reports a reply that mentions the account only as a mention, so both reasons are requested.
 * https://docs.bsky.app/docs/api/app-bsky-notification-list-notifications
 */
async function notificationsSince(session: Session, sinceMs: number): Promise<readonly Notification[]> {
  const found: Notification[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const parameters = { limit: 100, reasons: ['reply', 'mention'], cursor };
    const call = { method: 'GET', name: 'app.bsky.notification.listNotifications', parameters } as const;
    const response = await callXrpc(session, 'read', call, Notifications);
    const recent = response.notifications.map(({ value }) => value).filter((one) => one.indexedAt.getTime() > sinceMs);
    found.push(...recent);
    cursor = response.cursor;
    if (cursor === undefined || recent.length === 0) break;
  }
  return found;
}

/**
 * The post of ours that a notification is about: its parent when we follow that, else the root of its thread when we
 * follow that or it is ours. Replies in threads of others are no comments.
 */
export function commentedPost({ record }: Notification, posts: readonly string[], ownDid: string): string | undefined {
  const { reply } = record;
  if (reply === undefined) return undefined;
  const parent = reply.parent.uri;
  const root = reply.root.uri;
  if (posts.includes(parent)) return parent;
  return posts.includes(root) || partsOf(root)?.did === ownDid ? root : undefined;
}

/** The posts as the network shows them, with their counters. Posts deleted in the meantime are missing. */
export async function viewsOf(session: Session, uris: readonly string[]) {
  const found = new Map<string, { value: PostView; raw: unknown }>();
  for (let start = 0; start < uris.length; start += POSTS_PER_CALL) {
    const parameters = { uris: uris.slice(start, start + POSTS_PER_CALL) };
    const call = { method: 'GET', name: 'app.bsky.feed.getPosts', parameters } as const;
    const { posts } = await callXrpc(session, 'read', call, PostViews);
    for (const item of posts) found.set(item.value.uri, item);
  }
  return found;
}
