import type { Pacing } from '../../core/connector.ts';
import { toCallsLeft } from '../shared/calls-left.ts';
import { untilReset } from './client.ts';

/** A new record costs three points of the window that its response describes. */
const POINTS = 3;

/** https://docs.bsky.app/docs/advanced-guides/rate-limits */
export const pacing: Pacing = {
  pauseAfter({ headers }, now) {
    const remaining = headers['ratelimit-remaining'] ?? '';
    return /^\d{1,9}$/.test(remaining) && Number(remaining) < POINTS ? untilReset(headers, now) : undefined;
  },
  callsLeft: ({ headers }, now) =>
    toCallsLeft(headers['ratelimit-limit'], headers['ratelimit-remaining'], untilReset(headers, now)),
};
