import type { Pacing } from '../../core/connector.ts';
import { secondsUntil } from '../platform-call.ts';

/** X counts posts of a user in windows of 15 minutes and says with each answer how many are left (x.md, section 6). */
export const pacing: Pacing = {
  pauseAfter({ headers }, now) {
    if (headers['x-rate-limit-remaining'] !== '0') return undefined;
    const reset = headers['x-rate-limit-reset'] ?? '';
    return /^\d{9,11}$/.test(reset) ? secondsUntil(new Date(Number(reset) * 1000), now) : undefined;
  },
};
