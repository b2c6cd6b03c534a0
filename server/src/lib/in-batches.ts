interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns work on many items into work on one at a time: what comes in while a batch is being worked on makes the next
 * batch. A failure is told to everybody in the batch.
 */
export function inBatches<Item>(
  work: (items: readonly Item[]) => Promise<void>,
  sizeMax: number,
): (item: Item) => Promise<void> {
  const waiting: Waiting<Item>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, sizeMax);
      try {
        await work(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}
