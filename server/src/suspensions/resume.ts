import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '../core/worker.ts';
import type { TenantDatabase } from '../db/database.ts';
import {
  type ActionTools,
  type Failure,
  LeaseLost,
  type Outcome,
  settleAction,
  suspendedActions,
  unconfirmed,
} from '../engine/index.ts';
import * as findings from './finding.repository.ts';
import * as rows from './resume.repository.ts';
import * as suspensions from './suspension.repository.ts';

/** What the operator agrees to. */
export interface ResumeOptions {
  /** Sets actions free that may have been sent. */
  readonly freesInDoubt: boolean;
  /** Publishes what was due long ago. */
  readonly publishesOverdue: boolean;
  readonly dropsDeliveries: boolean;
  /** Posts or actions to which the first two are limited; undefined: all. */
  readonly only: readonly string[] | undefined;
  /** The wait for accounts that other processes work on, while nothing else can be settled. */
  readonly waitSeconds: number;
}

const LEASE_SECONDS = 30;
const KEPT_AT_ONCE = 200;
const WAIT_MS = 50;

/**
 * Resumes suspended tenants. What the operator does not agree to is settled before: in doubt as unconfirmed, overdue as
 * failed. It may be repeated, also after a crash, and by two at once. Returns the actions that it could not settle in
 * time; then nothing was resumed.
 */
export async function resume(
  system: TenantDatabase,
  tools: ActionTools,
  tenantIds: readonly string[],
  options: ResumeOptions,
): Promise<readonly rows.Kept[]> {
  // An action counts as progress once, so that the loop ends.
  const settled = new Set<string>();
  let deadlineMs = performance.now() + options.waitSeconds * 1000;
  for (;;) {
    const kept = await rows.nextKept(system, tenantIds, options, KEPT_AT_ONCE);
    if (kept.length === 0) break;
    const settledBefore = settled.size;
    for (const one of kept) if (await settleKept(system, tools, one)) settled.add(one.actionId);
    if (settled.size > settledBefore) deadlineMs = performance.now() + options.waitSeconds * 1000;
    else if (performance.now() >= deadlineMs) return kept;
    // A lookup or another release has these accounts for a moment.
    else await sleep(WAIT_MS);
  }
  await system.transaction(async (tx) => {
    if (options.dropsDeliveries) await rows.dropDeliveries(tx, tenantIds);
    await suspensions.resume(tx, tenantIds);
  });
  return [];
}

/** False when somebody else has the account. */
async function settleKept(system: TenantDatabase, tools: ActionTools, kept: rows.Kept): Promise<boolean> {
  const claimedAtMs = performance.now();
  const row = await suspendedActions.claimOne(system, kept, LEASE_SECONDS);
  if (row === undefined) return false;
  const job = suspendedActions.toSuspendedJob(row, claimedAtMs);
  const lease: Lease = {
    deadlineMs: () => claimedAtMs + LEASE_SECONDS * 1000,
    signal: AbortSignal.timeout(LEASE_SECONDS * 1000),
  };
  try {
    if (job.isWaiting)
      await settleAction(tools, tools.actions[job.kind], job, outcomeOf(kept), { by: 'release' }, lease);
    if (kept.isOpen) await findings.decide(system, job, { finding: 'unconfirmed', reason: kept.reason ?? UNCHECKED });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    return false;
  } finally {
    await suspendedActions.free(system, job);
  }
  return true;
}

const UNCHECKED = 'It was not looked up.';

function outcomeOf({ isOpen, reason, hoursLate }: rows.Kept): Outcome {
  if (isOpen)
    return {
      status: 'unconfirmed',
      failure: unconfirmed(`The service was restored from a backup. ${reason ?? UNCHECKED}`),
    };
  const hours = Math.floor(hoursLate);
  const failure: Failure = {
    code: 'held_too_long',
    message: `It was due ${hours} ${hours === 1 ? 'hour' : 'hours'} ago, while the workspace was suspended.`,
    category: 'system',
    caused_by: 'system',
    retryable: true,
    remedy: 'Retry it when it is still wanted.',
  };
  return { status: 'failed', failure };
}
