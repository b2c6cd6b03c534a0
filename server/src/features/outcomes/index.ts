export { assertDirect, type Sender } from './assert-direct.ts';
export { changeAtPlatform } from './change-at-platform.ts';
export { refund, takeCharge } from './charges.ts';
export { type Explain, errorCodeOf, notEnded, outcomeOf, waitForEnd } from './outcome-of.ts';
export { performAction, type RepeatedAction } from './perform-action.ts';
export { queueFollowUp, queueWithin } from './queue-action.ts';
export { refundThrottled } from './refund-throttled.ts';
