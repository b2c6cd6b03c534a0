import { withOrigin } from '../core/observing/work.ts';
import type { Lease, Worker } from '../core/worker.ts';
import type { Database } from '../db/database.ts';
import { type Job, toJob } from './action.ts';
import type { ActionTools } from './action-tools.ts';
import * as leases from './lease.repository.ts';
import { runAction } from './run-action.ts';

const EXPIRY_EVERY_MS = 1000;

/** A job mostly waits for its platform, or for a commit that it shares with other jobs. */
const CONCURRENCY = 128;
const OF_TENANT_MAX = 100;

/** Runs every action on a platform: one action of an account at a time, tenants in turn. */
export function createPublishWorker(db: Database, tools: ActionTools): Worker<Job> {
  let expiryMs = performance.now();

  /** Claims expired actions once a second, and again at once while there are more. */
  async function claimExpired(limit: number, leaseSeconds: number) {
    if (performance.now() < expiryMs) return [];
    const expired = await leases.claimExpired(db.system, limit, leaseSeconds);
    if (expired.length < limit) expiryMs = performance.now() + EXPIRY_EVERY_MS;
    return expired;
  }

  return {
    name: 'publish',
    concurrency: CONCURRENCY,
    ownerOf: (job) => job.tenantId,
    async claim({ limit, leaseSeconds, running }) {
      const claimedAtMs = performance.now();
      const expired = await claimExpired(limit, leaseSeconds);
      const free = limit - expired.length;
      const due = free > 0 ? await leases.claim(db.system, free, leaseSeconds, { running, max: OF_TENANT_MAX }) : [];
      return [...expired, ...due].map((row) => toJob(row, claimedAtMs));
    },
    renew: (job, leaseSeconds) => leases.renew(db.tenant(job.tenantId), job, leaseSeconds),
    async work(job, lease) {
      for (let next: Job | undefined = job; next !== undefined; ) next = await observed(tools, next, lease);
    },
    release: (job) => leases.release(db.tenant(job.tenantId), job),
  };
}

/** One claim of an action, in the context of the request that caused it. */
function observed(tools: ActionTools, job: Job, lease: Lease): Promise<Job | undefined> {
  return withOrigin(job.origin, () => tools.observer.action(job, () => runAction(tools, job, lease)));
}
