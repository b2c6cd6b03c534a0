const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

interface Age {
  readonly youngerThanSeconds: number;
  readonly everySeconds: number;
}

/** How often a post is read by its age. After the last age it is read no more. */
const POSTS: readonly Age[] = [
  // Most of what happens to a post happens on its first day.
  { youngerThanSeconds: DAY, everySeconds: 15 * MINUTE },
  { youngerThanSeconds: 7 * DAY, everySeconds: HOUR },
  { youngerThanSeconds: 90 * DAY, everySeconds: DAY },
  // Old posts are found by searches; their numbers move slowly.
  { youngerThanSeconds: 365 * DAY, everySeconds: 7 * DAY },
];

/** The times for platforms that bill each reading: about 45 readings of a post in place of 350. */
const BILLED_POSTS: readonly Age[] = [
  { youngerThanSeconds: DAY, everySeconds: HOUR },
  { youngerThanSeconds: 7 * DAY, everySeconds: 12 * HOUR },
  { youngerThanSeconds: 30 * DAY, everySeconds: 7 * DAY },
];

/** Each day of an account has a reading, even the day of 23 hours when the clocks change. */
export const ACCOUNT_SECONDS = 22 * HOUR;

/** Platforms correct their days for some time, so that many are read again. */
export const CORRECTED_DAYS = 3;

/** Readings after which a post that the platform does not show counts as removed. */
export const MISSING_MAX = 3;

/** Seconds until a post is read again; null: it is read no more. */
export function secondsUntilNext(ageSeconds: number, areReadsBilled: boolean): number | null {
  const ages = areReadsBilled ? BILLED_POSTS : POSTS;
  return ages.find(({ youngerThanSeconds }) => ageSeconds < youngerThanSeconds)?.everySeconds ?? null;
}

/** Seconds after the n-th failure in a row: a quarter of an hour, doubled each time, at most a day. */
export function secondsAfterFailures(failures: number): number {
  return Math.min(15 * MINUTE * 2 ** Math.min(failures, 10), DAY);
}
