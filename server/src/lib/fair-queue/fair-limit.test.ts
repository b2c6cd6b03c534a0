import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fairLimit } from './fair-limit.ts';

test('work of a tenant runs in half of the slots, and another tenant needs not wait for it', async () => {
  const limit = fairLimit(2);
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await sleep(5);
    order.push(`${name} ends`);
  };
  const flood = ['a1', 'a2', 'a3'].map((name) => limit('a', work(name)));
  await Promise.all([limit('b', work('b')), ...flood]);
  expect(order.slice(0, 2)).toEqual(['a1 begins', 'b begins']);
  expect(order.indexOf('a2 begins')).toBeGreaterThan(order.indexOf('a1 ends'));
});

test('with one slot, the work of another tenant comes before the second of the first', async () => {
  const limit = fairLimit(1);
  const order: string[] = [];
  const note = (name: string) => async () => {
    await sleep(2);
    order.push(name);
  };
  const flood = ['a1', 'a2', 'a3'].map((name) => limit('a', note(name)));
  await Promise.all([...flood, limit('b', note('b'))]);
  expect(order).toEqual(['a1', 'b', 'a2', 'a3']);
});

test('work that fails gives its slot back', async () => {
  const limit = fairLimit(1);
  await expect(limit('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await limit('a', async () => 7)).toBe(7);
});
