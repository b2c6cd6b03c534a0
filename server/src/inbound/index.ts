export { createBudgetedRead } from './budgeted-read.ts';
export { storeNotices, storeRemovals } from './callback.repository.ts';
export { createCallbacksWorker } from './callbacks.worker.ts';
export { isDone as isErasureDone } from './erasure/erasure.repository.ts';
export { createErasuresWorker } from './erasure/erasures.worker.ts';
export { requestErasure } from './erasure/request-erasure.ts';
export { createPollingWorker } from './polling.worker.ts';
export { createAskPlatform, createReadMetrics, createRefreshComments } from './read-now.ts';
export type { ReadingTools } from './reading.ts';
