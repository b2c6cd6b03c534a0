import { getBestTimes } from './overview/get-best-times.ts';
import { getBrandAnalytics } from './overview/get-brand-analytics.ts';
import { getInboxAnalytics } from './overview/get-inbox-analytics.ts';
import { listAccountAnalytics } from './overview/list-account-analytics.ts';
import { listPostAnalytics } from './overview/list-post-analytics.ts';

export const overviewOperations = [
  listPostAnalytics,
  listAccountAnalytics,
  getBrandAnalytics,
  getBestTimes,
  getInboxAnalytics,
];
