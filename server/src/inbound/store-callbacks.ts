import type { InboundItem } from '../core/connector.ts';
import { sharedOrigin, withOrigin } from '../core/observing/work.ts';
import type { Database } from '../db/database.ts';
import { inBatches } from '../lib/in-batches.ts';
import * as callbacks from './callback.repository.ts';
import { type Arrival, nameOfOrigin, platformIdOf, storeArrivals } from './store-items.ts';

/** A callback with the items that were read from it. */
interface ReadCallback {
  readonly job: callbacks.CallbackJob;
  readonly items: readonly InboundItem[];
}

const BATCH_MAX = 100;

/**
 * Settles callbacks and stores their items. One tenant's callbacks would wait for each other at the locks of its inboxes and
 * its row, so those that come during a transaction are stored together in the next. A transaction that fails is done again
 * for each callback alone.
 */
export function createCallbackStore(db: Database): (read: ReadCallback) => Promise<void> {
  const tenants = new Map<string, { readonly add: (read: ReadCallback) => Promise<void>; waiting: number }>();
  return async (read) => {
    const { tenantId, isPast } = callbacks.accountOf(read.job);
    const key = `${tenantId} ${isPast}`;
    const tenant = tenants.get(key) ?? {
      // All that were claimed together are there after a turn of the event loop.
      add: inBatches<ReadCallback>((batch) => storeTogether(db, batch), BATCH_MAX, {
        isolates: () => true,
        gatherMs: () => 0,
      }),
      waiting: 0,
    };
    tenants.set(key, tenant);
    tenant.waiting += 1;
    try {
      await tenant.add(read);
    } finally {
      tenant.waiting -= 1;
      if (tenant.waiting === 0) tenants.delete(key);
    }
  };
}

/** The callbacks are of one tenant. Nothing is stored twice when the outcome of a commit is unknown: the fence tells. */
async function storeTogether(db: Database, batch: readonly ReadCallback[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const { tenantId } = callbacks.accountOf(first.job);
  await db.tenant(tenantId).transaction(async (tx) => {
    const jobs = batch.map(({ job }) => job);
    const settled = await callbacks.settle(tx, tenantId, jobs);
    const stored = batch.filter(({ job }) => settled.has(job.id));
    const origins = new Map(
      stored.flatMap(({ job, items }) =>
        items.map((item) => [nameOfOrigin(job.account_id, platformIdOf(item)), job.origin]),
      ),
    );
    await withOrigin(sharedOrigin(stored.map(({ job }) => job.origin)), () =>
      storeArrivals(tx, arrivalsOf(stored), 'callback', origins),
    );
  });
}

function arrivalsOf(stored: readonly ReadCallback[]): Arrival[] {
  const byAccount = Map.groupBy(stored, ({ job }) => job.account_id);
  return [...byAccount.values()].map((read) => ({
    account: callbacks.accountOf((read[0] as ReadCallback).job),
    items: read.flatMap(({ items }) => items),
  }));
}
