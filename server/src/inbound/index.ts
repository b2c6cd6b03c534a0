export { createCallbacksLane, storeNotices, storeRemovals } from './callbacks.lane.ts';
export { createPollingLane } from './polling.lane.ts';
export { createAskPlatform, createReadMetrics, createRefreshComments } from './read-now.ts';
export type { ReadingTools } from './reading.ts';
