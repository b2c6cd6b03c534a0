export { storeNotices, storeRemovals } from './callback.repository.ts';
export { createCallbacksWorker } from './callbacks.worker.ts';
export { createPollingWorker } from './polling.worker.ts';
export { createAskPlatform, createReadMetrics, createRefreshComments } from './read-now.ts';
export type { ReadingTools } from './reading.ts';
