import { expect, test } from 'vitest';
import { pollUntil } from './poll-until.ts';

test('checks until there is a result', async () => {
  let checks = 0;
  const check = async () => (++checks === 3 ? 'done' : undefined);
  expect(await pollUntil(check, { timeoutMs: 10_000, everyMs: 1 })).toBe('done');
  expect(checks).toBe(3);
});

test('checks once without time, and gives up when the time is over', async () => {
  let checks = 0;
  const never = async () => {
    checks += 1;
    return undefined;
  };
  expect(await pollUntil(never, { timeoutMs: 0, everyMs: 1000 })).toBeUndefined();
  expect(checks).toBe(1);
  expect(await pollUntil(never, { timeoutMs: 20, everyMs: 5 })).toBeUndefined();
  expect(checks).toBeGreaterThan(2);
});

test('a throw ends the polling', async () => {
  const fails = () => Promise.reject(new Error('broken'));
  await expect(pollUntil(fails, { timeoutMs: 10_000, everyMs: 1 })).rejects.toThrow('broken');
});
