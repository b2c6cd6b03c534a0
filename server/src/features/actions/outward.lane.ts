import { monotonicMs } from '../../core/clock.ts';
import type { Lane } from '../../core/lane.ts';
import type { Database } from '../../db/database.ts';
import type { Job } from './action.ts';
import type { ActionTools } from './action-tools.ts';
import * as leases from './lease.repository.ts';
import { runAction } from './run-action.ts';

const EXPIRY_EVERY_MS = 1000;

/** Everything we do to the outside world: one action of an account at a time, tenants in turn. */
export function createOutwardLane(db: Database, tools: ActionTools): Lane<Job> {
  let expiryMs = monotonicMs();

  /** Expired actions are looked for once in a while, and again at once while there are more. */
  async function claimExpired(limit: number, leaseSeconds: number) {
    if (monotonicMs() < expiryMs) return [];
    const expired = await leases.claimExpired(db.system, limit, leaseSeconds);
    if (expired.length < limit) expiryMs = monotonicMs() + EXPIRY_EVERY_MS;
    return expired;
  }

  return {
    name: 'outward',
    concurrency: 50,
    async claim(limit, leaseSeconds) {
      const claimedAtMs = monotonicMs();
      const expired = await claimExpired(limit, leaseSeconds);
      const free = limit - expired.length;
      const due = free > 0 ? await leases.claim(db.system, free, leaseSeconds) : [];
      return [...expired, ...due].map((job) => ({
        ...job,
        claimedAtMs,
        // Timestamps inside JSON come as text; those of columns are dates already.
        intentAt: job.intentAt === null ? null : new Date(job.intentAt),
        startedAt: new Date(job.startedAt),
        claimedAt: new Date(job.claimedAt),
      }));
    },
    renew: (job, leaseSeconds) => leases.renew(db.tenant(job.tenantId), job, leaseSeconds),
    work: (job, lease) => runAction(tools, job, lease),
    release: (job) => leases.release(db.tenant(job.tenantId), job),
  };
}
