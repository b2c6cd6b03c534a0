import type { Runner } from '../../db/query.ts';
import { toStorable } from '../../lib/storable-text.ts';
import * as inboxes from './inbox.repository.ts';
import type { Inbox } from './inbox.ts';
import type { InboxAccount } from './inbox-account.ts';

/** An item with the inbox that it belongs to. */
export interface InboxItem<Item, Account extends InboxAccount = Inbox> {
  readonly inbox: Account;
  readonly item: Item;
}

/** The items with texts that can be stored. */
export function storableItems<Item>(items: readonly InboxItem<Item>[]): InboxItem<Item>[] {
  return items.map(({ inbox, item }) => ({ inbox, item: toStorable(item) }));
}

/** An item by its account and its id on the platform, of one tenant. */
export type ItemKey = InboxItem<{ readonly platformId: string }, InboxAccount>;

/** The name of an item in maps. */
export function nameOfItem({ inbox, item }: ItemKey): string {
  return `${inbox.accountId} ${item.platformId}`;
}

/** Takes the changes that arrived before these items of one tenant, for each item the oldest first. */
export async function takeChanges(
  tx: Runner,
  kind: inboxes.ChangedItem,
  items: readonly ItemKey[],
): Promise<(item: ItemKey) => readonly inboxes.EarlyChange[]> {
  const [first] = items;
  if (first === undefined) return () => [];
  const keys = items.map(({ inbox, item }) => ({ accountId: inbox.accountId, platformId: item.platformId }));
  const changes = Map.groupBy(
    await inboxes.takeChanges(tx, first.inbox.tenantId, kind, keys),
    ({ account_id, platform_id }) => `${account_id} ${platform_id}`,
  );
  return (item) => changes.get(nameOfItem(item)) ?? [];
}

/** Items in parts that hold none twice, for statements that write many rows. The versions of an item keep their order. */
export function inWaves<Item extends ItemKey>(items: readonly Item[]): Item[][] {
  const waves: Item[][] = [];
  const seen = new Map<string, number>();
  for (const item of items) {
    const wave = seen.get(nameOfItem(item)) ?? 0;
    seen.set(nameOfItem(item), wave + 1);
    waves[wave] ??= [];
    waves[wave].push(item);
  }
  return waves;
}
