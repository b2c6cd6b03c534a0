import type { TenantDatabase, Transaction } from '../core/context.ts';
import { type Origin, originNow, sharedOrigin, withOrigin } from '../core/observing/work.ts';
import { inBatches } from '../lib/in-batches.ts';
import type { Deferred, Runner } from './query.ts';

const ITEMS_MAX = 200;
/** After a batch of several items, more are likely to follow soon. A batch costs about as much as a single item. */
const GATHER_MS = 3;

/** A function of a repository that sends exactly one statement for many items, each with its tenant. */
type BatchedStatement<Item, Result> = (system: Runner, items: readonly Item[]) => Promise<readonly Result[]>;

/** The work of one transaction for many items. Its results, in their order, are there after the commit. */
type BatchedTransaction<Item, Result> = (
  tx: Transaction,
  items: readonly Item[],
) => Promise<Deferred<readonly Result[]>>;

/** The tenant that an item belongs to. */
export interface BatchOwner {
  readonly tenantId: string;
  /** The clock of this test tenant was moved. Its items run alone, at its time. */
  readonly hasOwnClock: boolean;
}

/**
 * Does at once what is asked for at the same time, for all tenants. It runs on the system database, so only the engine
 * has it. A batch that fails leaves nothing behind, and each item is then tried alone. Only a lost connection fails all
 * items, because the outcome of the commit is unknown.
 */
export interface Batcher {
  /** One statement for all items of one function. Returns the result of the item. */
  statement<Item, Result>(owner: BatchOwner, statement: BatchedStatement<Item, Result>, item: Item): Promise<Result>;
  /** One transaction for all items under one key. It must lock rows in the order of tenants. */
  transaction<Item, Result>(
    owner: BatchOwner,
    key: object,
    work: BatchedTransaction<Item, Result>,
    item: Item,
  ): Promise<Result>;
}

/** Connections of the system role that batches run on. */
export interface BatchConnections {
  readonly forOne: TenantDatabase;
  /** Gives up soon when it waits for a row: one locked row must not delay all items. */
  readonly forMany: TenantDatabase;
  /** With the clock of a tenant. */
  readonly atClockOf: (tenantId: string) => TenantDatabase;
}

/** An item with the origin of the work that it belongs to. */
interface Sent<Item> {
  readonly item: Item;
  readonly origin: Origin;
}

type Add = (sent: Sent<unknown>) => Promise<unknown>;

export function createBatcher(connections: BatchConnections): Batcher {
  const queues = new WeakMap<object, Add>();

  function batched<Item, Result>(
    owner: BatchOwner,
    key: object,
    work: (system: TenantDatabase, items: readonly Item[]) => Promise<readonly Result[]>,
    item: Item,
  ): Promise<Result> {
    if (owner.hasOwnClock)
      return work(connections.atClockOf(owner.tenantId), [item]).then(([result]) => result as Result);
    let add = queues.get(key);
    if (add === undefined) {
      // A batch runs in the context of an item that came earlier.
      const workOn = (sent: readonly Sent<Item>[]) =>
        withOrigin(
          sharedOrigin(sent.map(({ origin }) => origin)),
          () =>
            work(
              sent.length > 1 ? connections.forMany : connections.forOne,
              sent.map(({ item }) => item),
            ),
          {},
        );
      add = inBatches(workOn, ITEMS_MAX, {
        isolates: (error) => !isUnavailable(error),
        gatherMs: (lastSize) => (lastSize > 1 ? GATHER_MS : 0),
      }) as Add;
      queues.set(key, add);
    }
    return add({ item, origin: originNow() }) as Promise<Result>;
  }

  return {
    statement: (owner, statement, item) => batched(owner, statement, statement, item),
    transaction: (owner, key, work, item) =>
      batched(
        owner,
        key,
        async (system, items: readonly (typeof item)[]) => (await system.transaction((tx) => work(tx, items))).result,
        item,
      ),
  };
}

function isUnavailable(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'unavailable';
}
