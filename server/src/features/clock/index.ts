import { advanceClock } from './advance-clock.ts';

export const clockOperations = [advanceClock];
export { nowOf, tenantNow } from './tenant-clock.ts';
