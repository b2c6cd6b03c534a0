export { beginEpoch } from './begin-epoch.ts';
export * as installation from './epoch.repository.ts';
export * as holds from './hold.repository.ts';
