import { advanceClock } from './advance-clock.ts';

export const clockOperations = [advanceClock];
export { forgetOffset, nowOf, recentNow, tenantNow, usedOffset } from './tenant-clock.ts';
