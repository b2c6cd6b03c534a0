export { beginEpoch } from './begin-epoch.ts';
export { createChecksWorker } from './checks.worker.ts';
export * as installation from './epoch.repository.ts';
export * as holds from './hold.repository.ts';
