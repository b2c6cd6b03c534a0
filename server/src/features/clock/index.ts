import { advanceClock } from './advance-clock.ts';

export const clockOperations = [advanceClock];
export { forgetClock, knownAhead, knownNow } from './known-clock.ts';
export { tenantNow } from './tenant-clock.ts';
