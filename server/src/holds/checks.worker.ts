import type { Worker } from '../core/worker.ts';
import type { Database } from '../db/database.ts';
import { type ActionTools, type HeldJob, heldActions, LeaseLost, leases } from '../engine/index.ts';
import { checkAction } from './check-action.ts';
import * as findings from './finding.repository.ts';

const CONCURRENCY = 16;

/** Looks up what held tenants had not finished at the time of the backup, one action of an account at a time. */
export function createChecksWorker(db: Database, actions: ActionTools): Worker<HeldJob> {
  const tools = { system: db.system, actions };
  return {
    name: 'checks',
    concurrency: CONCURRENCY,
    idlePauseMs: 500,
    async claim({ limit, leaseSeconds }) {
      const claimedAtMs = performance.now();
      const rows = await heldActions.claimLookups(db.system, limit, leaseSeconds);
      if (rows.length > 0) return rows.map((row) => heldActions.toHeldJob(row, claimedAtMs));
      await findings.closeDeleted(db.system);
      return [];
    },
    renew: (job, leaseSeconds) => leases.renew(db.tenant(job.tenantId), job, leaseSeconds),
    async work(job, lease) {
      await checkAction(tools, job, lease).catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) throw error;
      });
    },
    release: (job) => heldActions.free(db.system, job),
  };
}
