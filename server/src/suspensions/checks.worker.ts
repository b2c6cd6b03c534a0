import type { Worker } from '../core/worker.ts';
import type { Database } from '../db/database.ts';
import { type ActionTools, LeaseLost, leases, type SuspendedJob, suspendedActions } from '../engine/index.ts';
import { checkAction } from './check-action.ts';
import * as findings from './finding.repository.ts';

const CONCURRENCY = 16;

/** Looks up what suspended tenants had not finished at the time of the backup, one action of an account at a time. */
export function createChecksWorker(db: Database, actions: ActionTools): Worker<SuspendedJob> {
  const tools = { system: db.system, actions };
  return {
    name: 'checks',
    concurrency: CONCURRENCY,
    async claim({ limit, leaseSeconds }) {
      const claimedAtMs = performance.now();
      const rows = await suspendedActions.claimLookups(db.system, limit, leaseSeconds);
      if (rows.length > 0) return rows.map((row) => suspendedActions.toSuspendedJob(row, claimedAtMs));
      await findings.closeDeleted(db.system);
      return [];
    },
    renew: (job, leaseSeconds) => leases.renew(db.tenant(job.tenantId), job, leaseSeconds),
    async work(job, lease) {
      await checkAction(tools, job, lease).catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) throw error;
      });
    },
    release: (job) => suspendedActions.free(db.system, job),
  };
}
