import type { InboundItem } from '../core/connector.ts';
import type { NewEvent } from '../core/event.ts';
import { type NewsSource, newsStored } from '../core/observing/channels.ts';
import type { Origin } from '../core/observing/work.ts';
import type { Transaction } from '../db/database.ts';
import { removeComment, storeComments, storePosts } from '../features/comments/index.ts';
import { storeMessageChanges, storeMessageStatuses, storeMessages } from '../features/conversations/index.ts';
import { record } from '../features/events/index.ts';
import { type InboxAccount, openInbox } from '../features/inbox/index.ts';
import { removeMention, storeMentions } from '../features/mentions/index.ts';
import { removeReview, storeReviews } from '../features/reviews/index.ts';
import { datesUpTo } from '../lib/latest-date.ts';

const REMOVALS = { comment: removeComment, mention: removeMention, review: removeReview } as const;

/** A platform whose clock is further ahead dates its items here, so that lists and messaging windows stay true. */
const AHEAD_MS_MAX = 300_000;

/** Writes inbound items to the account's inbox and records their events. Locks the inbox, then the tenant's row. */
export async function storeItems(
  tx: Transaction,
  account: InboxAccount,
  arrived: readonly InboundItem[],
  source: NewsSource,
  origins: Origins = new Map(),
): Promise<void> {
  if (arrived.length === 0) return;
  const inbox = await openInbox(tx, account);
  const items = datesUpTo(arrived, new Date(inbox.now.getTime() + AHEAD_MS_MAX));
  const posts = items.flatMap((item) => (item.kind === 'post' ? [item.post] : []));
  if (posts.length > 0) await storePosts(tx, account.tenantId, account, posts);
  const events: NewEvent[] = [
    ...(await storeComments(
      inbox,
      all(items, 'comment', ({ comment }) => comment),
    )),
    ...(await storeMentions(
      inbox,
      all(items, 'mention', ({ mention }) => mention),
    )),
    ...(await storeReviews(
      inbox,
      all(items, 'review', ({ review }) => review),
    )),
    ...(await storeMessages(
      inbox,
      all(items, 'message', ({ message }) => message),
    )),
    ...(await storeMessageStatuses(
      inbox,
      all(items, 'message_status', ({ status }) => status),
    )),
  ];
  await storeMessageChanges(
    inbox,
    all(items, 'message_change', ({ change }) => change),
  );
  for (const removal of all(items, 'removal', (item) => item.removal)) await REMOVALS[removal.item](inbox, removal);
  await record(
    tx,
    account.tenantId,
    events.sort(byAge).map((event) => ({ ...event, origin: origins.get(platformIdIn(event)) })),
  );
  const { platform, livemode } = account;
  const mode = livemode ? 'live' : 'test';
  const lagSeconds = lagsOf(events, inbox.now);
  tx.afterCommit(() => newsStored.publish({ mode, platform, source, lagSeconds }));
}

/** Seconds since items were made on the platform. Changes of items and what we sent ourselves are left out. */
function lagsOf(events: readonly NewEvent[], now: Date): number[] {
  return events
    .filter(({ type }) => type.endsWith('.received'))
    .map((event) => Math.max(0, (now.getTime() - Date.parse(createdAtOf(event))) / 1000))
    .filter(Number.isFinite);
}

/** The origins of items by their ids on the platform. Other events have that of the work. */
type Origins = ReadonlyMap<string | undefined, Origin>;

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

function all<Kind extends InboundItem['kind'], Value>(
  items: readonly InboundItem[],
  kind: Kind,
  value: (item: Extract<InboundItem, { kind: Kind }>) => Value,
): Value[] {
  return items.flatMap((item) => (item.kind === kind ? [value(item as Extract<InboundItem, { kind: Kind }>)] : []));
}

/** Statuses have no time of creation; they follow the items. */
function byAge(a: NewEvent, b: NewEvent): number {
  const [first, second] = [createdAtOf(a), createdAtOf(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function createdAtOf({ data }: NewEvent): string {
  return 'created_at' in data ? data.created_at : '~';
}
