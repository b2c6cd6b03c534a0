export { beginEpoch } from './begin-epoch.ts';
export { createChecksWorker } from './checks.worker.ts';
export * as installation from './epoch.repository.ts';
export * as holds from './hold.repository.ts';
export { INTENT_DAYS, type IntentFile, type IntentPlace } from './intent-place.ts';
export type { FoundJournal } from './read-journal.ts';
export * as releases from './release.repository.ts';
export { type ReleaseWish, release } from './release.ts';
export * as reports from './report.repository.ts';
