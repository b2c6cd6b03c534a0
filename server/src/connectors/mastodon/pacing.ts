import type { Pacing } from '../../core/connector.ts';
import { secondsUntil } from '../shared/call-platform.ts';
import { toCallsLeft } from '../shared/calls-left.ts';

/** Each response states how many calls are left in the window; the reset is an ISO time. */
export const pacing: Pacing = {
  pauseAfter({ headers }, now) {
    if (headers['x-ratelimit-remaining'] !== '0') return undefined;
    return untilReset(headers, now);
  },
  callsLeft: ({ headers }, now) =>
    toCallsLeft(headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'], untilReset(headers, now)),
};

function untilReset(headers: Readonly<Record<string, string>>, now: Date): number | undefined {
  return secondsUntil(new Date(headers['x-ratelimit-reset'] ?? ''), now);
}
