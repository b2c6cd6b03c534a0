import type { Pacing } from '../../core/connector.ts';
import { secondsUntil } from '../shared/call-platform.ts';

/** Each response states how many calls are left in the window; the reset is an ISO time. */
export const pacing: Pacing = {
  pauseAfter({ headers }, now) {
    if (headers['x-ratelimit-remaining'] !== '0') return undefined;
    return secondsUntil(new Date(headers['x-ratelimit-reset'] ?? ''), now);
  },
};
