interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchOptions {
  /** Whether one item may have caused the error, and nothing was changed. Then each item of the batch runs alone. */
  readonly isolates?: (error: unknown) => boolean;
  /** How long to wait for more items, by the size of the last batch. By default the first item starts at once. */
  readonly gatherMs?: (lastSize: number) => number;
}

/**
 * Runs work in batches, one after the other. Items that arrive during a batch form the next one. Each item gets its own
 * result. An error rejects every item of its batch.
 */
export function inBatches<Item, Result = void>(
  // biome-ignore lint/suspicious/noConfusingVoidType: work without results returns nothing.
  work: (items: readonly Item[]) => Promise<readonly Result[] | void>,
  sizeMax: number,
  options: BatchOptions = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  let lastSize = 0;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      if (options.gatherMs !== undefined) await waitForMore(options.gatherMs(lastSize));
      const batch = waiting.splice(0, sizeMax);
      lastSize = batch.length;
      await runBatch(batch);
    }
    isRunning = false;
  }

  async function waitForMore(ms: number): Promise<void> {
    if (waiting.length >= sizeMax) return;
    await new Promise<void>((resolve) => (ms === 0 ? setImmediate(resolve) : setTimeout(resolve, ms)));
  }

  async function runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = (await work(batch.map(({ item }) => item))) ?? [];
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      // These runs may be blocked, so the next batch does not wait for them.
      if (batch.length > 1 && options.isolates?.(error) === true) for (const one of batch) void runBatch([one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}
