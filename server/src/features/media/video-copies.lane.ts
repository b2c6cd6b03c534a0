import { monotonicMs } from '../../core/clock.ts';
import type { Lane } from '../../core/lane.ts';
import type { Database } from '../../db/database.ts';
import { hasFfmpeg } from '../../lib/media-files/index.ts';
import { type CopyTools, makeCopy, sweepPlaces } from './make-copy.ts';
import * as copies from './video-copies.repository.ts';

export const VIDEO_COPIES = 'video copies';

const EVERY_MS = 500;
const SWEEP_EVERY_MS = 60_000;
const SERVED_MAX = 1000;

/** Makes the copies of films that platforms take: one at a time in each process, tenants in turn. */
export function createVideoCopiesLane(db: Database, tools: CopyTools): Lane<copies.CopyJob> {
  let nextMs = 0;
  let sweepMs = 0;
  let served: string[] = [];
  return {
    name: VIDEO_COPIES,
    concurrency: 1,
    async claim(_limit, leaseSeconds) {
      if (monotonicMs() >= sweepMs) {
        sweepMs = monotonicMs() + SWEEP_EVERY_MS;
        await sweepPlaces(tools.folder);
      }
      if (monotonicMs() < nextMs || !(await hasFfmpeg())) return [];
      const claimed = await copies.claim(db.system, served, leaseSeconds);
      if (claimed.length === 0) nextMs = monotonicMs() + EVERY_MS;
      for (const { tenantId } of claimed)
        served = [...served.filter((id) => id !== tenantId), tenantId].slice(-SERVED_MAX);
      return claimed;
    },
    renew: (job, leaseSeconds) => copies.renew(db.tenant(job.tenantId), job, leaseSeconds),
    work: (job, lease) => makeCopy(tools, db.tenant(job.tenantId), job, lease),
    release: (job) => copies.release(db.tenant(job.tenantId), job),
  };
}
