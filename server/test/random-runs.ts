/** The seed of all random cases of this test run. */
export const SEED = Number(process.env.TEST_SEED);

/** How many random cases to run: a quarter in `npm test`, all of them with `RANDOM_RUNS=full`, as in `.ci/run`. */
export function randomRuns(full: number): number {
  return process.env.RANDOM_RUNS === 'full' ? full : Math.ceil(full / 4);
}
