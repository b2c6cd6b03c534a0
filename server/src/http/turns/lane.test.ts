import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLane } from './lane.ts';

const owner = (tenantId: string) => ({ tenantId, actorId: 'key' });

/** Keeps the loop busy, so that the owner has used time. */
function work(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

test('one piece works at a time, and the loop turns between two', async () => {
  const lane = createLane();
  let turns = 0;
  let isEnded = false;
  const count = async () => {
    for (; !isEnded; turns++) await nextTurn();
  };
  const counting = count();
  const before: number[] = [];
  await Promise.all([1, 2, 3].map(() => lane.run(owner('a'), () => before.push(turns))));
  isEnded = true;
  await counting;
  expect(new Set(before).size).toBe(3);
});

test('a newcomer comes before the many pieces of one that has used much', async () => {
  const lane = createLane();
  const order: string[] = [];
  const piece = (name: string) =>
    lane.run(owner(name), () => {
      work(2);
      order.push(name);
    });
  const flood = ['a', 'a', 'a', 'a', 'a', 'a'].map(piece);
  await flood[1];
  await piece('b');
  expect(order.lastIndexOf('b')).toBeLessThan(4);
  await Promise.all(flood);
});

test('a piece that fails gives its turn back', async () => {
  const lane = createLane();
  await expect(lane.run(owner('a'), () => JSON.parse('{'))).rejects.toThrow(SyntaxError);
  expect(await lane.run(owner('a'), () => 7)).toBe(7);
});
