import { isAccepted } from './retry-times.ts';

/** Deliveries to one endpoint at the same time: at first, and once it has taken all of them fast and well. */
export const AT_ONCE_START = 8;
export const AT_ONCE_MAX = 64;

/** A response in this time lets the number grow; one that took longer than the second lets it fall. */
export const FAST_MS = 1000;
export const SLOW_MS = 3000;

/** So many outages in a row open the breaker: from then on, one delivery at a time tries the endpoint. */
export const OUTAGES_TO_OPEN = 5;

/** The pause between two tries of an open breaker: a share of the outage's length so far, within bounds. */
export const TRIAL_PAUSE_SHARE = 0.25;
export const TRIAL_PAUSE_SECONDS_MIN = 5;
export const TRIAL_PAUSE_SECONDS_MAX = 300;

/** A longer Retry-After of an overloaded endpoint counts as this. */
const RETRY_AFTER_SECONDS_MAX = 3600;

const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const SERVICE_UNAVAILABLE = 503;

/**
 * Whether a failure is about the endpoint and not about the message: no response, a fault of the server, or too many
 * requests. Any other response shows that the endpoint works.
 */
export function isOutage(status: number | null): boolean {
  if (status === null) return true;
  return !isAccepted(status) && (status >= 500 || status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS);
}

/** Seconds for which an overloaded endpoint asked to be left alone; null when it did not ask. */
export function pauseAskedFor(status: number | null, retryAfterSeconds: number | null): number | null {
  if (status !== TOO_MANY_REQUESTS && status !== SERVICE_UNAVAILABLE) return null;
  return retryAfterSeconds === null ? null : Math.min(retryAfterSeconds, RETRY_AFTER_SECONDS_MAX);
}
