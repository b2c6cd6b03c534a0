import { getAccountSummary } from './get-account-summary.ts';

export const analyticsOperations = [getAccountSummary];
/** Days of an account between two dates, and the newest numbers of accounts and posts. */
export * as numbers from './days.repository.ts';
export * from './reading-times.ts';
export * as readings from './readings.repository.ts';
