export * as actions from './action.repository.ts';
export { type ActionKind, alone, type Ended, type Failure, type Job, type Outcome } from './action.ts';
export type { ActionTools } from './action-tools.ts';
export * as leases from './lease.repository.ts';
export { type Explain, outcomeOf } from './outcome-of.ts';
export { createOutwardLane } from './outward.lane.ts';
export { queueAction } from './queue-action.ts';
