import { monotonicMs } from '../../core/clock.ts';
import type { Lease } from '../../core/lane.ts';
import type { Platform } from '../../core/platforms.ts';
import type { TenantDatabase, Transaction } from '../../db/database.ts';
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
  const settled = await db.share(kind?.isShared === true ? kind : ending, endAll, ending, job.hasOwnClock);
  if (settled === undefined) throw new LeaseLost();
  return settled.next;
}

/** Settles actions of one kind, of any tenants; undefined where the lease is lost. */
async function endAll(
  tx: Transaction,
  endings: readonly Ending[],
): Promise<Later<({ readonly next: Job | undefined } | undefined)[]>> {
  const startedMs = monotonicMs();
  const kind = endings[0]?.kind;
  const jobs = endings.map(({ job }) => job);
  const isHeld = await lockAll(tx, kind, jobs);
  const held = endings.filter((_, index) => isHeld[index]);
  if (held.length === 0) return { result: Promise.resolve(endings.map(() => undefined)) };
  tx.later((runner) => settlements.settle(runner, held));
  await kind?.settled(
    tx,
    held.map(({ job, outcome, tools }) => ({ job, outcome, connector: tools.connectors[job.platform as Platform] })),
  );
  return tx.later(async (runner) => {
    const rows = await settlements.freeAccounts(runner, held);
    const nextOf = new Map(rows.map((row) => [row.accountId, toJob(row, startedMs)]));
    return endings.map(({ job }, index) => (isHeld[index] ? { next: nextOf.get(job.accountId) } : undefined));
  });
}

async function lockAll(tx: Transaction, kind: ActionKind | undefined, jobs: readonly Job[]): Promise<boolean[]> {
  const { lock } = kind ?? {};
  if (lock !== undefined) tx.later((runner) => lock(runner, jobs));
  return settlements.lockAccounts(tx, jobs);
}
