export { beginEpoch } from './begin-epoch.ts';
export * as holds from './hold.repository.ts';
