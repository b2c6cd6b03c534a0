export * as actions from './action.repository.ts';
export type { ActionKind, Failure, Job, Outcome } from './action.ts';
export { createOutwardLane } from './outward.lane.ts';
export type { ActionTools } from './run-action.ts';
