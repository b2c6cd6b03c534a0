import { getUsage } from './get-usage.ts';

export const usageOperations = [getUsage];
export { quotaErrorOf, usageHeaders } from './charge.ts';
export * as usage from './usage.repository.ts';
