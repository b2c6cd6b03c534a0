import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ERROR_PERCENT, percentileOf, placeOf, sumOf } from './durations.ts';

test('a percentile of a histogram is off by at most what is stated', () => {
  const durations = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.99), (all, share) => {
      const counts = Array.from({ length: 64 }, () => 0);
      for (const duration of all) counts[placeOf(duration) - 1] = (counts[placeOf(duration) - 1] ?? 0) + 1;
      const exact = all.sort((a, b) => a - b)[Math.ceil(all.length * share) - 1] as number;
      const found = percentileOf(counts, share) as number;
      // Whole milliseconds are rounded.
      expect(Math.abs(found - exact)).toBeLessThanOrEqual((exact * ERROR_PERCENT) / 100 + 0.5);
    }),
  );
});

test('places are 1 to 64 for every duration, and histograms add up', () => {
  expect([0, 1, 2, 15_000, 10 ** 9].map(placeOf)).toEqual([1, 1, 4, 53, 64]);
  expect(percentileOf([], 0.5)).toBeUndefined();
  expect(sumOf([[1, 2], [3]]).slice(0, 3)).toEqual([4, 2, 0]);
});
