import { expect, test } from 'vitest';
import { SEED } from '../random-runs.ts';
import { killsDuringHistories } from './kills.ts';

/** `HELD_KILLS=60 npm run test:wide -- server/test/held/kills` for more. */
const KILLS = Number(process.env.HELD_KILLS ?? 4);

test(
  `${KILLS} kills while approvals are in flight: what was approved leaves once, and nothing else leaves`,
  async () => {
    const from = performance.now();
    const { histories, problems } = await killsDuringHistories(KILLS, SEED);
    const seconds = Math.round((performance.now() - from) / 1000);
    console.log(
      `${KILLS} kills in ${histories} histories, seed ${SEED}, ${seconds} s: ${problems.length} with problems`,
    );
    expect(problems.join('\n'), `seed ${SEED}`).toBe('');
  },
  300_000 + KILLS * 30_000,
);
