export { type Explain, errorCodeOf, notEnded, outcomeOf, waitForEnd } from './outcome-of.ts';
export { performAction, type RepeatedAction } from './perform-action.ts';
export { refundThrottled } from './refund-throttled.ts';
