import { describe, expect, test } from 'vitest';
import { budgetSeconds, pauseSeconds, windowAt } from './pace.ts';

describe('the pause between two readings', () => {
  const pace = { busySeconds: 20, quietSeconds: 300 };

  test.each([
    [0, 20],
    [200, 20],
    [1000, 100],
    [3000, 300],
    [Number.POSITIVE_INFINITY, 300],
  ])('is a tenth of the idle time, within its bounds: %d s idle, %d s pause', (idle, pause) => {
    expect(pauseSeconds(pace, idle)).toBe(pause);
  });
});

describe('half of the calls stay for other work', () => {
  const left = (remaining: number) => ({ limit: 300, remaining, resetSeconds: 300 });

  test('the first quarter is free, the second is spread, then reading waits for the next window', () => {
    expect(budgetSeconds(left(300), 1)).toBe(0);
    expect(budgetSeconds(left(225), 1)).toBe(0);
    expect(budgetSeconds(left(200), 1)).toBe(6);
    expect(budgetSeconds(left(200), 10)).toBe(60);
    expect(budgetSeconds(left(151), 1)).toBe(300);
    expect(budgetSeconds(left(150), 1)).toBe(300);
    expect(budgetSeconds(left(0), 1)).toBe(300);
  });

  test('whatever the pace, no more than half is used in a window', () => {
    for (const calls of [1, 7, 21]) {
      let remaining = 300;
      for (let second = 0; second < 300; ) {
        remaining -= calls;
        second += Math.max(0.3, budgetSeconds({ limit: 300, remaining, resetSeconds: 300 - second }, calls));
      }
      expect(remaining).toBeGreaterThanOrEqual(150 - calls);
    }
  });
});

test('windows follow one another', () => {
  const limit = { calls: 10, seconds: 100 };
  expect(windowAt(limit, new Date(250_000))).toEqual({ end: new Date(300_000), resetSeconds: 50 });
});
