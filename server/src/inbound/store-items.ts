import type { NewEvent } from '../core/event.ts';
import type { InboundItem } from '../core/inbound/callbacks.ts';
import { type NewsSource, newsStored } from '../core/observing/channels.ts';
import type { Origin } from '../core/observing/work.ts';
import type { Transaction } from '../db/database.ts';
import { removeComment, storeComments, storePosts } from '../features/comments/index.ts';
import { storeMessageChanges, storeMessageStatuses, storeMessages } from '../features/conversations/index.ts';
import { record } from '../features/events/index.ts';
import { type Inbox, type InboxAccount, type InboxItem, leaveOutErased, openInboxes } from '../features/inbox/index.ts';
import { removeMention, storeMentions } from '../features/mentions/index.ts';
import { removeReview, storeReviews } from '../features/reviews/index.ts';
import { datesUpTo } from '../lib/latest-date.ts';

const REMOVALS = { comment: removeComment, mention: removeMention, review: removeReview } as const;

/** A platform whose clock is further ahead dates its items here, so that lists and messaging windows stay true. */
const AHEAD_MS_MAX = 300_000;

/** Items that arrived for an account. */
export interface Arrival {
  readonly account: InboxAccount;
  readonly items: readonly InboundItem[];
}

/** Writes inbound items to the account's inbox and records their events. Locks the inbox, then the tenant's row. */
export async function storeItems(
  tx: Transaction,
  account: InboxAccount,
  items: readonly InboundItem[],
  source: NewsSource,
): Promise<void> {
  await storeArrivals(tx, [{ account, items }], source);
}

/**
 * Does the same for several accounts of one tenant. Locks all inboxes first. `origins`: what brought the items, by
 * `nameOfOrigin`; others have the origin of the work.
 */
export async function storeArrivals(
  tx: Transaction,
  arrivals: readonly Arrival[],
  source: NewsSource,
  origins: ReadonlyMap<string, Origin> = new Map(),
): Promise<void> {
  const full = arrivals.filter(({ items }) => items.length > 0);
  const [first] = full;
  if (first === undefined) return;
  const { tenantId } = first.account;
  const inboxes = await openInboxes(
    tx,
    full.map(({ account }) => account),
  );
  const arrived = full.flatMap(({ items }, index) => {
    const inbox = inboxes[index] as Inbox;
    return datesUpTo(items, new Date(inbox.now.getTime() + AHEAD_MS_MAX)).map((item) => ({ inbox, item }));
  });
  const items = await leaveOutErased(tx, arrived);
  for (const [inbox, posts] of Map.groupBy(
    ofKind(items, 'post', ({ post }) => post),
    ({ inbox }) => inbox,
  ))
    await storePosts(
      tx,
      tenantId,
      inbox,
      posts.map(({ item }) => item),
    );
  const events = [
    ...(await storeComments(
      tx,
      ofKind(items, 'comment', ({ comment }) => comment),
    )),
    ...(await storeMentions(
      tx,
      ofKind(items, 'mention', ({ mention }) => mention),
    )),
    ...(await storeReviews(
      tx,
      ofKind(items, 'review', ({ review }) => review),
    )),
    ...(await storeMessages(
      tx,
      ofKind(items, 'message', ({ message }) => message),
    )),
    ...(await storeMessageStatuses(ofKind(items, 'message_status', ({ status }) => status))),
  ];
  await storeMessageChanges(ofKind(items, 'message_change', ({ change }) => change));
  for (const { inbox, item } of ofKind(items, 'removal', ({ removal }) => removal))
    await REMOVALS[item.item](inbox, item);
  await record(
    tx,
    tenantId,
    events
      .sort(byAge)
      .map((event) => ({ ...event, origin: origins.get(nameOfOrigin(event.accountId, platformIdIn(event))) })),
  );
  tx.afterCommit(() => {
    for (const inbox of inboxes) {
      const lagSeconds = lagsOf(
        events.filter(({ accountId }) => accountId === inbox.accountId),
        inbox.now,
      );
      const mode = inbox.livemode ? 'live' : 'test';
      newsStored.publish({ mode, platform: inbox.platform, source, lagSeconds });
    }
  });
}

/** The name of an item in maps of origins. */
export function nameOfOrigin(accountId: string | undefined, platformId: string | undefined): string {
  return `${accountId} ${platformId}`;
}

/** Seconds since items were made on the platform. Changes of items and what we sent ourselves are left out. */
function lagsOf(events: readonly NewEvent[], now: Date): number[] {
  return events
    .filter(({ type }) => type.endsWith('.received'))
    .map((event) => Math.max(0, (now.getTime() - Date.parse(createdAtOf(event))) / 1000))
    .filter(Number.isFinite);
}

/** The item's id on its platform; undefined for items without one of their own. */
export function platformIdOf(item: InboundItem): string | undefined {
  if (item.kind === 'comment') return item.comment.platformId;
  if (item.kind === 'message') return item.message.platformId;
  if (item.kind === 'message_status') return item.status.platformId;
  if (item.kind === 'review') return item.review.platformId;
  return item.kind === 'mention' ? item.mention.platformId : undefined;
}

function platformIdIn({ data }: NewEvent): string | undefined {
  if ('platform_id' in data) return data.platform_id;
  return 'mids' in data ? data.mids[0] : undefined;
}

function ofKind<Kind extends InboundItem['kind'], Value>(
  items: readonly InboxItem<InboundItem>[],
  kind: Kind,
  value: (item: Extract<InboundItem, { kind: Kind }>) => Value,
): InboxItem<Value>[] {
  return items.flatMap(({ inbox, item }) =>
    item.kind === kind ? [{ inbox, item: value(item as Extract<InboundItem, { kind: Kind }>) }] : [],
  );
}

/** Statuses have no time of creation; they follow the items. */
function byAge(a: NewEvent, b: NewEvent): number {
  const [first, second] = [createdAtOf(a), createdAtOf(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function createdAtOf({ data }: NewEvent): string {
  return 'created_at' in data ? data.created_at : '~';
}
