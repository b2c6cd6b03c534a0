import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLines } from './lines.ts';

test('work of one name is done in the order in which it came, that of another beside it', async () => {
  const inLine = createLines();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inLine('a', async () => {
    seen.push('a1');
    await gate.promise;
    seen.push('a1 done');
  });
  const second = inLine('a', async () => seen.push('a2'));
  await inLine('b', async () => seen.push('b1'));
  await turn();
  expect(seen).toEqual(['a1', 'b1']);
  gate.resolve();
  await Promise.all([first, second]);
  expect(seen).toEqual(['a1', 'b1', 'a1 done', 'a2']);
});

test('work that fails lets the next one go on, and fails alone', async () => {
  const inLine = createLines();
  const failed = inLine('a', () => Promise.reject(new Error('no')));
  const next = inLine('a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(await inLine('a', async () => 'again')).toBe('again');
});
