import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

test('items that arrive during a batch form the next one', async () => {
  const batches: number[][] = [];
  const add = inBatches<number>(async (items) => {
    batches.push([...items]);
    await new Promise((resolve) => setImmediate(resolve));
  }, 3);
  await Promise.all([1, 2, 3, 4, 5].map(add));
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test('a failure rejects its batch only', async () => {
  const add = inBatches<number>(async ([first]) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (first === 2) throw new Error('two');
  }, 2);
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(add));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  await add(5);
});

test('an isolated failure rejects only the item that caused it', async () => {
  const batches: number[][] = [];
  const add = inBatches<number, number>(
    async (items) => {
      batches.push([...items]);
      if (items.includes(2)) throw new Error('two');
      return items.map((item) => item * 10);
    },
    3,
    { isolates: () => true, gatherMs: () => 0 },
  );
  const outcomes = await Promise.allSettled([1, 2, 3].map(add));
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined))).toEqual([
    10,
    undefined,
    30,
  ]);
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
});
