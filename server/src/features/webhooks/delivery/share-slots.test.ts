import { expect, test } from 'vitest';
import { mayTake, shareSlots } from './share-slots.ts';

const due = (tenantId: string, endpointId: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ tenantId, endpointId, id: `${endpointId}${index}` }));
const ids = (chosen: { id: string }[]) => chosen.map(({ id }) => id);
const idle = (free: number) => ({ free, held: new Map<string, number>() });

test('one of each endpoint in turn, in their order', () => {
  const candidates = [...due('t1', 'a', 3), ...due('t2', 'b', 1), ...due('t3', 'c', 2)];
  expect(ids(shareSlots(candidates, 64, idle(64)))).toEqual(['a0', 'b0', 'c0', 'a1', 'c1', 'a2']);
});

test('never more than asked for', () => {
  expect(ids(shareSlots([...due('t1', 'a', 3), ...due('t2', 'b', 3)], 3, idle(64)))).toEqual(['a0', 'b0', 'a1']);
});

/** Two deliveries to each of 64 endpoints of each tenant, in turn. */
const many = (...tenantIds: string[]) =>
  Array.from({ length: 64 }, (_, index) => tenantIds.flatMap((id) => due(id, `${id}-${index}`, 2))).flat();

test('a single tenant gets half of the slots', () => {
  expect(shareSlots(many('t1'), 64, idle(64))).toHaveLength(32);
  expect(shareSlots(due('t1', 'a', 100), 1, idle(1))).toHaveLength(1);
});

test('a single endpoint gets half of the slots of its tenant', () => {
  expect(shareSlots(due('t1', 'a', 100), 64, idle(64))).toHaveLength(16);
  const slots = {
    free: 48,
    held: new Map([
      ['t1', 16],
      ['a', 16],
    ]),
  };
  expect(ids(shareSlots([...due('t1', 'a', 5), ...due('t1', 'b', 2)], 64, slots))).toEqual(['b0', 'b1']);
});

test('two busy tenants leave a third of the slots to others', () => {
  const chosen = shareSlots(many('t1', 't2'), 60, idle(60));
  expect(chosen).toHaveLength(40);
  expect(chosen.filter(({ tenantId }) => tenantId === 't1')).toHaveLength(20);
});

test('slots that a tenant holds already count', () => {
  const slots = { free: 10, held: new Map([['t1', 10]]) };
  expect(mayTake(slots, 't1')).toBe(false);
  expect(ids(shareSlots([...due('t1', 'a', 5), ...due('t2', 'b', 1)], 10, slots))).toEqual(['b0']);
});
