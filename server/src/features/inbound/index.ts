export { createCallbacksLane, storeNotices } from './callbacks.lane.ts';
export { createPollingLane } from './polling.lane.ts';
export { createAsAccount, createReadCreatorInfo, createReadMetrics, createRefreshComments } from './read-now.ts';
export type { ReadingTools } from './reading.ts';
