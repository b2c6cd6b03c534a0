/** Seconds from a failed attempt to the next one: about 70 hours in all. */
const PAUSES_SECONDS = [30, 5 * 60, 30 * 60, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600];
const JITTER = 0.2;

export const ATTEMPTS_MAX = PAUSES_SECONDS.length + 1;

/** An endpoint is disabled after so many days without a success. */
export const FAILING_DAYS_MAX = 5;

/** The HTTP status that says that a receiver is gone for good. */
export const GONE = 410;

/** Any 2xx is success. A redirect is a failure: it is not followed. */
export function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Seconds until the attempt after number `attempt` (from 1), or undefined when that was the last. A receiver's
 * Retry-After is honoured when it is later, up to twice the pause of the schedule. `random` is 0 to 1.
 */
export function pauseSeconds(
  attempt: number,
  retryAfterSeconds: number | null,
  random = Math.random(),
): number | undefined {
  const pause = PAUSES_SECONDS[attempt - 1];
  if (pause === undefined) return undefined;
  const jittered = pause * (1 - JITTER + 2 * JITTER * random);
  return Math.max(jittered, Math.min(retryAfterSeconds ?? 0, pause * 2));
}
