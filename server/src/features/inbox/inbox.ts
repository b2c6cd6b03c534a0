import type { RemovedItem } from '../../core/messaging/inbox.ts';
import type { Runner } from '../../db/query.ts';
import * as inboxes from './inbox.repository.ts';
import type { InboxAccount } from './inbox-account.ts';

/** An account's inbox, locked until the transaction ends. */
export interface Inbox extends InboxAccount {
  readonly tx: Runner;
  /** Items made before this moment are history. */
  readonly newsSince: Date;
  /** The tenant's time. */
  readonly now: Date;
  /** People were erased in the tenant. */
  readonly hasErasedPeople: boolean;
}

/** Locks the inbox, so that items and their changes cannot miss each other. Lock order: accounts, inbox, tenant. */
export async function openInbox(tx: Runner, account: InboxAccount): Promise<Inbox> {
  const [inbox] = await openInboxes(tx, [account]);
  return inbox as Inbox;
}

/** Locks the inboxes of several accounts of one tenant, in the order of their ids. A transaction opens inboxes once. */
export async function openInboxes(tx: Runner, accounts: readonly InboxAccount[]): Promise<Inbox[]> {
  const [first] = accounts;
  if (first === undefined) return [];
  const opened = await inboxes.open(
    tx,
    first.tenantId,
    accounts.map(({ accountId }) => accountId),
  );
  return accounts.map((account) => ({ ...account, tx, ...(opened.get(account.accountId) as inboxes.Opened) }));
}

/**
 * The past is not news: items from before the account was connected, or older than a day when they arrive, are stored as
 * read and cause no event. Many platforms tell whole seconds only.
 */
export function isNews({ newsSince }: Inbox, at: Date): boolean {
  const sinceMs = newsSince.getTime();
  return at.getTime() >= (at.getMilliseconds() === 0 ? Math.floor(sinceMs / 1000) * 1000 : sinceMs);
}

/**
 * Removes an item that was removed on the platform: `remove` blanks its row and says whether there is one. The removal
 * waits when it comes before the item.
 */
export async function removeOrWait(
  inbox: Inbox,
  { item, platformId, at }: RemovedItem,
  remove: (tx: Runner, inbox: Inbox, platformId: string, at: Date) => Promise<boolean>,
): Promise<void> {
  if (await remove(inbox.tx, inbox, platformId, at)) return;
  const change = { change: 'removed', actor: '', at, data: {} };
  await inboxes.keepChange(inbox.tx, inbox, item, platformId, change);
}
