import { getAccountSummary } from './get-account-summary.ts';
import { getPostMetrics } from './get-post-metrics.ts';
import { getBestTimes } from './overview/get-best-times.ts';
import { getBrandAnalytics } from './overview/get-brand-analytics.ts';
import { getInboxAnalytics } from './overview/get-inbox-analytics.ts';
import { listAccountAnalytics } from './overview/list-account-analytics.ts';
import { listPostAnalytics } from './overview/list-post-analytics.ts';

export const analyticsOperations = [
  getPostMetrics,
  getAccountSummary,
  listPostAnalytics,
  listAccountAnalytics,
  getBrandAnalytics,
  getBestTimes,
  getInboxAnalytics,
];
/** Days of an account between two dates, and the newest numbers of accounts and posts. */
export * as numbers from './days.repository.ts';
export * from './reading-times.ts';
export * as readings from './readings.repository.ts';
export type { PostReading } from './store-numbers.repository.ts';
