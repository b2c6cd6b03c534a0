export * as actions from './action.repository.ts';
export {
  type Action,
  type EndedPosts,
  type Failure,
  type Job,
  type Outcome,
  oneByOne,
  type SettledAction,
} from './action.ts';
export type { ActionTools } from './action-tools.ts';
export { unconfirmed } from './failure.ts';
export type { IntentJob, IntentLine, Intents } from './intents.ts';
export * as leases from './lease.repository.ts';
export { type LookBack, lookBack } from './look-back.ts';
export { createPublishWorker } from './publish.worker.ts';
export { LeaseLost, settleAction } from './settle-action.ts';
export type { Evidence, SuspendedJob } from './suspended.repository.ts';
export * as suspendedActions from './suspended.repository.ts';
