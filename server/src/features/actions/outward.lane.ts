import { monotonicMs } from '../../core/clock.ts';
import type { Lane } from '../../core/lane.ts';
import type { Database } from '../../db/database.ts';
import * as actions from './action.repository.ts';
import type { Job } from './action.ts';
import type { ActionTools } from './action-tools.ts';
import { runAction } from './run-action.ts';

/** Everything we do to the outside world: one action of an account at a time, tenants in turn. */
export function createOutwardLane(db: Database, tools: ActionTools): Lane<Job> {
  return {
    name: 'outward',
    concurrency: 50,
    async claim(limit, leaseSeconds) {
      const claimedAtMs = monotonicMs();
      return (await actions.claim(db.system, limit, leaseSeconds)).map((job) => ({
        ...job,
        claimedAtMs,
        // Timestamps inside JSON come as text; those of columns are dates already.
        intentAt: job.intentAt === null ? null : new Date(job.intentAt),
        startedAt: new Date(job.startedAt),
        claimedAt: new Date(job.claimedAt),
      }));
    },
    renew: (job, leaseSeconds) => actions.renew(db.tenant(job.tenantId), job, leaseSeconds),
    work: (job, lease) => runAction(tools, job, lease),
    release: (job) => actions.release(db.tenant(job.tenantId), job),
  };
}
