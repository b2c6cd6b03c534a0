import type { InboundItem } from '../core/inbound/callbacks.ts';
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
 * Settles callbacks and stores their items. One tenant's callbacks would wait for each other at the tenant's row, so those
 * that come during a transaction are stored together in the next. Those of an inbox that somebody else has wait for it
 * apart, in one transaction for each account. A transaction that fails is done again for each callback alone.
 */
export function createCallbackStore(db: Database): (read: ReadCallback) => Promise<void> {
  const waiting = batchesByKey<void>((batch) => storeTogether(db, batch, { waits: true }).then(() => []));
  const direct = batchesByKey<boolean>((batch) =>
    storeTogether(
      db,
      batch.filter((read) => !waiting.has(keyOf(read))),
      { waits: false },
    ).then((busy) => batch.map((read) => waiting.has(keyOf(read)) || busy.has(read.job.account_id))),
  );
  // Many large ones in one transaction would hold up the event loop.
  const large = batchesByKey<void>((batch) => Promise.all(batch.map(store)), 1);
  return (read) => (read.job.is_large ? large.add(read.job.tenant_id, read) : store(read));

  async function store(read: ReadCallback): Promise<void> {
    const isBusy = waiting.has(keyOf(read)) || (await direct.add(read.job.tenant_id, read));
    if (isBusy) await waiting.add(keyOf(read), read);
  }
}

function keyOf({ job }: ReadCallback): string {
  return `${job.tenant_id} ${job.account_id}`;
}

/** Batches of callbacks for each key, while there are any. */
function batchesByKey<Result>(work: (batch: readonly ReadCallback[]) => Promise<readonly Result[]>, max = BATCH_MAX) {
  const queues = new Map<string, { readonly add: (read: ReadCallback) => Promise<Result>; waiting: number }>();
  return {
    has: (key: string) => queues.has(key),
    async add(key: string, read: ReadCallback): Promise<Result> {
      // All that are claimed together have come after a turn of the event loop.
      const options = { isolates: () => true, gatherMs: () => 0 };
      const queue = queues.get(key) ?? { add: inBatches(work, max, options), waiting: 0 };
      queues.set(key, queue);
      queue.waiting += 1;
      try {
        return await queue.add(read);
      } finally {
        queue.waiting -= 1;
        if (queue.waiting === 0) queues.delete(key);
      }
    },
  };
}

/**
 * The callbacks are of one tenant. Nothing is stored twice when the outcome of a commit is unknown: the fence tells. Returns
 * the accounts whose inbox somebody else has, unless it waits for them; nothing of theirs is stored.
 */
async function storeTogether(
  db: Database,
  batch: readonly ReadCallback[],
  { waits }: { readonly waits: boolean },
): Promise<ReadonlySet<string>> {
  const [first] = batch;
  if (first === undefined) return new Set();
  const { tenantId } = callbacks.accountOf(first.job);
  return db.tenant(tenantId).transaction(async (tx) => {
    const jobs = batch.map(({ job }) => job);
    const withItems = batch.flatMap(({ job, items }) => (items.length > 0 ? [job.id] : []));
    const { settled, busy } = await callbacks.settle(tx, tenantId, jobs, { stored: withItems, locks: !waits });
    const stored = batch.filter(({ job }) => settled.has(job.id));
    const origins = new Map(
      stored.flatMap(({ job, items }) =>
        items.map((item) => [nameOfOrigin(job.account_id, platformIdOf(item)), job.origin]),
      ),
    );
    await withOrigin(sharedOrigin(stored.map(({ job }) => job.origin)), () =>
      storeArrivals(tx, arrivalsOf(stored), 'callback', origins),
    );
    return busy;
  });
}

function arrivalsOf(stored: readonly ReadCallback[]): Arrival[] {
  const byAccount = Map.groupBy(stored, ({ job }) => job.account_id);
  return [...byAccount.values()].map((read) => ({
    account: callbacks.accountOf((read[0] as ReadCallback).job),
    items: read.flatMap(({ items }) => items),
  }));
}
