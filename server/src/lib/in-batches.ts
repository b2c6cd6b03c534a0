interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchOptions {
  /** Whether the fault may be one item's own and left nothing behind: then each item of the batch is worked on alone. */
  readonly isolates?: (error: unknown) => boolean;
  /** How long a batch is gathered before it begins, by the size of the last one. Without it the first item goes at once. */
  readonly gatherMs?: (lastSize: number) => number;
}

/**
 * Turns work on many items into work on one at a time: what comes in while a batch is being worked on makes the next
 * batch. Each item gets its own result. A failure is told to everybody in the batch.
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
      if (options.gatherMs !== undefined) await gather(options.gatherMs(lastSize));
      const batch = waiting.splice(0, sizeMax);
      lastSize = batch.length;
      await workOn(batch);
    }
    isRunning = false;
  }

  async function gather(ms: number): Promise<void> {
    if (waiting.length >= sizeMax) return;
    await new Promise<void>((resolve) => (ms === 0 ? setImmediate(resolve) : setTimeout(resolve, ms)));
  }

  async function workOn(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = (await work(batch.map(({ item }) => item))) ?? [];
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      // The next batch does not wait for what may be held up.
      if (batch.length > 1 && options.isolates?.(error) === true) for (const one of batch) void workOn([one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}
