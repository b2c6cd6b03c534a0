import type { Pacing } from '../../core/connector.ts';
import { secondsUntilUnix } from '../shared/call-platform.ts';
import { toCallsLeft } from '../shared/calls-left.ts';

/** X counts posts of a user in windows of 15 minutes. Each response states how many are left (x.md, section 6). */
export const pacing: Pacing = {
  pauseAfter({ headers }, now) {
    if (headers['x-rate-limit-remaining'] !== '0') return undefined;
    return secondsUntilUnix(headers['x-rate-limit-reset'], now);
  },
  callsLeft: ({ headers }, now) =>
    toCallsLeft(
      headers['x-rate-limit-limit'],
      headers['x-rate-limit-remaining'],
      secondsUntilUnix(headers['x-rate-limit-reset'], now),
    ),
};
