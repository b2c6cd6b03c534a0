import { expect, test } from 'vitest';
import { mismatchesOf, randomTimes, timesAroundChanges, ZONES } from './wall-time.fixture.ts';

const CASES = 200_000;

test('200,000 random wall times and every change of clocks in four years agree with an independent implementation', async () => {
  const seed = Date.now();
  const wrong: string[] = [];
  for (const [index, zone] of ZONES.entries()) {
    const times = [...randomTimes(Math.ceil(CASES / ZONES.length), seed + index), ...timesAroundChanges(zone)];
    wrong.push(...(await mismatchesOf(zone, times)));
  }
  expect(wrong, `with the seed ${seed}`).toEqual([]);
}, 600_000);
