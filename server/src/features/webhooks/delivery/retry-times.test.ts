import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ATTEMPTS_MAX, isAccepted, pauseSeconds } from './retry-times.ts';

const attempts = Array.from({ length: ATTEMPTS_MAX }, (_, index) => index + 1);

test('nine attempts over about 70 hours', () => {
  const pauses = attempts.map((attempt) => pauseSeconds(attempt, null, 0.5));
  expect(pauses).toEqual([30, 300, 1800, 10_800, 21_600, 43_200, 86_400, 86_400, undefined]);
});

test('pauses vary by a fifth, so that retries do not come in one wave', () => {
  expect(pauseSeconds(1, null, 0)).toBeCloseTo(24);
  expect(pauseSeconds(1, null, 1)).toBeCloseTo(36);
});

test.each([
  ['a later Retry-After counts', 45, 45],
  ['an earlier one does not', 3, 30],
  ['more than twice the pause is not waited', 86_400, 60],
])('%s', (_, retryAfterSeconds, expected) => {
  expect(pauseSeconds(1, retryAfterSeconds, 0.5)).toBe(expected);
});

test('no pause is shorter than the jitter allows or longer than twice the step', () => {
  const anything = [
    fc.integer({ min: 1, max: 8 }),
    fc.option(fc.nat()),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ] as const;
  fc.assert(
    fc.property(...anything, (attempt, retryAfterSeconds, random) => {
      const step = pauseSeconds(attempt, null, 0.5) as number;
      const pause = pauseSeconds(attempt, retryAfterSeconds, random) as number;
      return pause >= step * 0.79 && pause <= step * 2;
    }),
  );
});

test.each([
  [200, true],
  [204, true],
  [299, true],
  [199, false],
  [301, false],
  [304, false],
  [410, false],
  [500, false],
  [null, false],
])('status %s: accepted is %s', (status, expected) => {
  expect(isAccepted(status)).toBe(expected);
});
