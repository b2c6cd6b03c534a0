import type { Pacing } from '../../core/connector.ts';
import type { PlatformResponse } from '../../core/session.ts';
import { retryAfter, secondsUntil } from '../shared/call-platform.ts';

/** https://developers.pinterest.com/docs/reference/rate-limits/ */
export const pacing: Pacing = {
  pauseAfter({ headers }, now) {
    return headers['x-ratelimit-remaining'] === '0' ? resetSeconds(headers, now) : undefined;
  },
};

/** Seconds until Pinterest accepts calls again. The reset may be a time or a number of seconds, so both are read. */
export function resetSeconds(headers: PlatformResponse['headers'], now: Date): number | undefined {
  const wait = retryAfter(headers['retry-after'], now);
  const reset = headers['x-ratelimit-reset'];
  if (wait !== undefined || reset === undefined || !/^\d{1,11}$/.test(reset)) return wait;
  const isTime = reset.length >= 10;
  return isTime ? secondsUntil(new Date(Number(reset) * 1000), now) : retryAfter(reset, now);
}
