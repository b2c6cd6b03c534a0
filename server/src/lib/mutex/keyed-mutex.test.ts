import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

const tooLong = () => new Error('waited too long');

test('work under one key runs one after the other in order, also after a failure; other keys do not wait', async () => {
  const alone = createKeyedMutex(60_000, tooLong);
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const run = (key: string, name: string, until?: Promise<void>) =>
    alone(key, async () => {
      order.push(name);
      await until;
      return name;
    });
  const results = [run('a', 'a1', first.promise), run('a', 'a2'), run('a', 'a3')];
  expect(await run('b', 'b1')).toBe('b1');
  first.reject(new Error('failed'));
  expect((await Promise.allSettled(results)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('work that waits too long is not run, and the next one still waits for the first', async () => {
  const alone = createKeyedMutex(200, tooLong);
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const running = alone('a', () => first.promise);
  await expect(alone('a', async () => order.push('second'))).rejects.toThrow('waited too long');
  const third = alone('a', async () => order.push('third'));
  expect(order).toEqual([]);
  first.resolve();
  await running;
  expect(await third).toBe(1);
  expect(order).toEqual(['third']);
});
