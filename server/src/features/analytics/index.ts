import { getInboxAnalytics } from './overview/get-inbox-analytics.ts';

export const overviewOperations = [getInboxAnalytics];
