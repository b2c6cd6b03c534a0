import { inBatches } from '../lib/in-batches.ts';

type Add = (item: unknown) => Promise<unknown>;

const ITEMS_MAX = 200;
/** Where several came together last time, the next ones are not far: a batch costs about as much as one of them alone. */
const GATHER_MS = 3;

/**
 * Work that many ask for at the same time, done once for all of them. What has different keys is not mixed. A batch that
 * fails leaves nothing behind, so each item is then tried alone; only a lost connection is told to all, as nobody knows
 * what became of the commit.
 */
export class Together {
  readonly #adds = new WeakMap<object, Add>();
  readonly #isLost: (error: unknown) => boolean;

  constructor(isLost: (error: unknown) => boolean) {
    this.#isLost = isLost;
  }

  do<Item, Result>(
    key: object,
    work: (items: readonly Item[]) => Promise<readonly Result[]>,
    item: Item,
  ): Promise<Result> {
    let add = this.#adds.get(key);
    if (add === undefined) {
      add = inBatches(work, ITEMS_MAX, {
        isolates: (error) => !this.#isLost(error),
        gatherMs: (lastSize) => (lastSize > 1 ? GATHER_MS : 0),
      }) as Add;
      this.#adds.set(key, add);
    }
    return add(item) as Promise<Result>;
  }
}
