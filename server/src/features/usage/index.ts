import { getUsage } from './get-usage.ts';

export const usageOperations = [getUsage];
export { quotaError, rejectingLimit, roomFor } from './quota-error.ts';
export * as usage from './usage.repository.ts';
export { usageHeaders } from './usage-headers.ts';
