import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

const queue = { tenantId: 't1', endpointId: 'wh_1' };
const other = { tenantId: 't2', endpointId: 'wh_2' };

test('slots are counted by tenant', () => {
  const slots = createSlots(10);
  for (const each of [queue, queue, other]) slots.take(each);
  expect(slots.now()).toEqual({
    free: 7,
    held: new Map([
      ['t1', 2],
      ['wh_1', 2],
      ['t2', 1],
      ['wh_2', 1],
    ]),
  });
  slots.giveBack(other);
  expect(slots.now()).toEqual({
    free: 8,
    held: new Map([
      ['t1', 2],
      ['wh_1', 2],
    ]),
  });
});

test('a freed slot is a hint when its endpoint had no other free slot', () => {
  const slots = createSlots(10);
  slots.noteCrowded(
    [queue, other],
    [
      { ...queue, slots: 2 },
      { ...queue, slots: 2 },
      { ...other, slots: 5 },
    ],
  );
  expect([queue, other].map(slots.isCrowded)).toEqual([true, false]);
  expect(slots.giveBack(other)).toBe(false);
  expect(slots.giveBack(queue)).toBe(true);
  expect(slots.takeHints()).toEqual([queue]);
  expect(slots.takeHints()).toEqual([]);
});
