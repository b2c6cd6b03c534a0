export { createCallbacksLane, storeNotices } from './callbacks.lane.ts';
export { createPollingLane } from './polling.lane.ts';
export type { ReadingTools } from './reading.ts';
export { createRefreshComments } from './refresh-comments.ts';
