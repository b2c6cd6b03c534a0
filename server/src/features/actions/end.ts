import { monotonicMs } from '../../core/clock.ts';
import type { Lease } from '../../core/lane.ts';
import type { Platform } from '../../core/platforms.ts';
import { refusalOf, type TenantDatabase, type Transaction } from '../../db/database.ts';
import type { Later } from '../../db/query.ts';
import { type ActionKind, type Job, type Outcome, toJob } from './action.ts';
import type { ActionTools } from './action-tools.ts';
import { PAUSE_SECONDS_MAX } from './protocol.ts';
import * as settlements from './settle.repository.ts';

/** The lease went to another worker: stop at once and write nothing. */
export class LeaseLost extends Error {}

interface Ending extends settlements.Settlement {
  readonly tools: ActionTools;
  readonly kind: ActionKind | undefined;
}

/** Settles the action with everything that follows from it, in one transaction. Gives the account's next action. */
export async function end(
  tools: ActionTools,
  db: TenantDatabase,
  kind: ActionKind | undefined,
  job: Job,
  outcome: Outcome,
  detail: Record<string, unknown>,
  lease: Lease,
  pauseSeconds = 0,
): Promise<Job | undefined> {
  const ending: Ending = {
    tools,
    kind,
    job,
    outcome,
    detail,
    pauseSeconds: Math.min(pauseSeconds, PAUSE_SECONDS_MAX),
    goesOn: lease.mayGoOn?.() === true,
  };
  try {
    const { next } = await db.share(kind?.isShared === true ? kind : ending, endAll, ending, job.hasOwnClock);
    return next;
  } catch (error) {
    throw refusalOf(error) === settlements.LEASE_LOST ? new LeaseLost() : error;
  }
}

/** Settles actions of one kind, of any tenants; none of them where the lease of one is lost. */
async function endAll(
  tx: Transaction,
  endings: readonly Ending[],
): Promise<Later<{ readonly next: Job | undefined }[]>> {
  const startedMs = monotonicMs();
  const kind = endings[0]?.kind;
  const { lock } = kind ?? {};
  const jobs = endings.map(({ job }) => job);
  if (lock !== undefined) tx.later((runner) => lock(runner, jobs));
  tx.later((runner) => settlements.lockAccounts(runner, jobs));
  tx.later((runner) => settlements.settle(runner, endings));
  await kind?.settled(
    tx,
    endings.map(({ job, outcome, tools }) => ({ job, outcome, connector: tools.connectors[job.platform as Platform] })),
  );
  return tx.later(async (runner) => {
    const rows = await settlements.freeAccounts(runner, endings);
    const nextOf = new Map(rows.map((row) => [row.accountId, toJob(row, startedMs)]));
    return jobs.map(({ accountId }) => ({ next: nextOf.get(accountId) }));
  });
}
