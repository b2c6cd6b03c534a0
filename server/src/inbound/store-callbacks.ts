import type { InboundItem } from '../core/connector.ts';
import { sharedOrigin, withOrigin } from '../core/observing/work.ts';
import type { Database } from '../db/database.ts';
import { inBatches } from '../lib/in-batches.ts';
import * as callbacks from './callback.repository.ts';
import { platformIdOf, storeItems } from './store-items.ts';

/** A callback with the items that were read from it. */
interface ReadCallback {
  readonly job: callbacks.CallbackJob;
  readonly items: readonly InboundItem[];
}

const BATCH_MAX = 100;

/**
 * Settles callbacks and stores their items. One account's callbacks would wait for each other at the lock of its inbox, so
 * those that come during a transaction are stored together in the next. A transaction that fails is done again for each
 * callback alone.
 */
export function createCallbackStore(db: Database): (read: ReadCallback) => Promise<void> {
  const inboxes = new Map<string, { readonly add: (read: ReadCallback) => Promise<void>; waiting: number }>();
  return async (read) => {
    const { tenantId, accountId, isPast } = callbacks.accountOf(read.job);
    const key = `${tenantId} ${accountId} ${isPast}`;
    const inbox = inboxes.get(key) ?? {
      add: inBatches<ReadCallback>((batch) => storeTogether(db, batch), BATCH_MAX, { isolates: () => true }),
      waiting: 0,
    };
    inboxes.set(key, inbox);
    inbox.waiting += 1;
    try {
      await inbox.add(read);
    } finally {
      inbox.waiting -= 1;
      if (inbox.waiting === 0) inboxes.delete(key);
    }
  };
}

/** The callbacks are of one account. Nothing is stored twice when the outcome of a commit is unknown: the fence tells. */
async function storeTogether(db: Database, batch: readonly ReadCallback[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const account = callbacks.accountOf(first.job);
  await db.tenant(account.tenantId).transaction(async (tx) => {
    const jobs = batch.map(({ job }) => job);
    const settled = await callbacks.settle(tx, account.tenantId, jobs);
    const stored = batch.filter(({ job }) => settled.has(job.id));
    const origins = new Map(stored.flatMap(({ job, items }) => items.map((item) => [platformIdOf(item), job.origin])));
    await withOrigin(sharedOrigin(stored.map(({ job }) => job.origin)), () =>
      storeItems(
        tx,
        account,
        stored.flatMap(({ items }) => items),
        'callback',
        origins,
      ),
    );
  });
}
