import { approveHeld, decideHeldBulk, rejectHeld, requestChanges, withdrawHeld } from './decide-held.ts';
import { getHeld, listHeld } from './list-held.ts';

export const heldOperations = [
  listHeld,
  getHeld,
  approveHeld,
  rejectHeld,
  requestChanges,
  withdrawHeld,
  decideHeldBulk,
];
export { approve, assertSeen } from './approve.ts';
export { endHeld, findHeld } from './decide.ts';
export { fingerprintOf } from './fingerprint.ts';
export * as held from './held.repository.ts';
export { createHeldWorker } from './held.worker.ts';
export { heldEvent } from './held-event.ts';
export { createHeldMailWorker, type HeldMailTools } from './held-mail.worker.ts';
export { asPostHeld, type Hold, hold } from './hold.ts';
export { kindOf } from './kinds.ts';
