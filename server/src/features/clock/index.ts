import { advanceClock } from './advance-clock.ts';

export const clockOperations = [advanceClock];
export { tenantNow } from './tenant-clock.ts';
