import type { Context } from '../../core/context.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Worker } from '../../core/worker.ts';
import type { Database } from '../../db/database.ts';
import { erasePerson } from './erase-person.ts';
import * as erasures from './erasure.repository.ts';

/** Erases what we hold of people who asked their platform for it. Repeats are harmless. */
export function createErasuresWorker(db: Database, connectors: Context['connectors']): Worker<erasures.ErasureJob> {
  return {
    name: 'erasures',
    concurrency: 2,
    ownerOf: ({ tenantId }) => tenantId,
    claim: (claim) => erasures.claim(db.system, claim),
    async work(job) {
      const tenant = db.tenant(job.tenantId);
      await erasePerson(tenant, job, connectors[job.platform as Platform]?.erasures ?? {});
      await erasures.settle(tenant, job);
    },
  };
}
