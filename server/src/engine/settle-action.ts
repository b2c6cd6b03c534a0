import { actionSettled, postSettled } from '../core/observing/channels.ts';
import { codeOf } from '../core/observing/code-of.ts';
import type { StateChange } from '../core/observing/observer.ts';
import type { Platform } from '../core/platforms.ts';
import type { Lease } from '../core/worker.ts';
import { abortReasonOf, type Transaction } from '../db/database.ts';
import type { Deferred } from '../db/query.ts';
import { type Action, type Job, type Outcome, toJob } from './action.ts';
import type { ActionTools } from './action-tools.ts';
import { PAUSE_SECONDS_MAX } from './retry-times.ts';
import * as settlements from './settle.repository.ts';

/** The lease went to another worker: stop at once and write nothing. */
export class LeaseLost extends Error {}

interface Settling extends settlements.Settlement {
  readonly tools: ActionTools;
  readonly action: Action | undefined;
}

/**
 * Settles the action with everything that follows from it, in one transaction. Returns the account's next action where
 * the lease may go on with it. Throws LeaseLost.
 */
export async function settleAction(
  tools: ActionTools,
  action: Action | undefined,
  job: Job,
  outcome: Outcome,
  detail: Record<string, unknown>,
  lease: Lease,
  pauseSeconds = 0,
): Promise<Job | undefined> {
  const settling: Settling = {
    tools,
    action,
    job,
    outcome,
    detail,
    pauseSeconds: Math.min(pauseSeconds, PAUSE_SECONDS_MAX),
    mayGoOn: lease.mayGoOn?.() === true,
  };
  const key = action?.isShared === true ? action : settling;
  try {
    const { next, ended } = await tools.batcher.transaction(job, key, settleAll, settling);
    tools.observer.changed(settledChange(outcome));
    const { mode, platform, kind } = job;
    actionSettled.publish({ mode, platform, kind, outcome: outcome.status });
    if (ended !== undefined) postSettled.publish({ mode, outcome: ended });
    if (ended !== undefined) tools.observer.changed({ of: 'post', state: ended, facts: {} });
    tools.intents.settled(job, outcome);
    return next;
  } catch (error) {
    throw abortReasonOf(error) === settlements.LEASE_LOST ? new LeaseLost() : error;
  }
}

/** The settled action for the log, without the words of the platform. */
function settledChange(outcome: Outcome): StateChange {
  if (outcome.status === 'published')
    return { of: 'action', state: 'published', facts: { platform_id: outcome.published.platformId } };
  const { code, category, platform_code: platformCode } = outcome.failure;
  return {
    of: 'action',
    state: outcome.status,
    facts: { code, category, platform_code: codeOf(platformCode) },
  };
}

interface Settled {
  readonly next: Job | undefined;
  /** The final status of its post, when that ended with this action. */
  readonly ended: string | undefined;
}

/** Settles actions of one kind, of any tenants. Settles none of them when one has lost its lease. */
async function settleAll(tx: Transaction, settling: readonly Settling[]): Promise<Deferred<Settled[]>> {
  const startedMs = performance.now();
  const action = settling[0]?.action;
  const { lock } = action ?? {};
  const jobs = settling.map(({ job }) => job);
  if (lock !== undefined) tx.defer((runner) => lock(runner, jobs));
  tx.defer((runner) => settlements.lockAccounts(runner, jobs));
  tx.defer((runner) => settlements.settle(runner, settling));
  const ended = await action?.settled(
    tx,
    settling.map(({ job, outcome, tools }) => ({
      job,
      outcome,
      connector: tools.connectors[job.platform as Platform],
    })),
  );
  return tx.defer(async (runner) => {
    const rows = await settlements.freeAccounts(runner, settling);
    const nextOf = new Map(rows.map((row) => [row.accountId, toJob(row, startedMs)]));
    const lastOf = new Map(jobs.map((job) => [job.postId, job]));
    return jobs.map((job) => ({
      next: nextOf.get(job.accountId),
      ended: lastOf.get(job.postId) === job ? ended?.get(job.postId ?? '') : undefined,
    }));
  });
}
