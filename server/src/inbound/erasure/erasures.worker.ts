import type { Worker } from '../../core/worker.ts';
import type { Database } from '../../db/database.ts';
import { erasePerson } from '../../features/exports/index.ts';
import { openInbox } from '../../features/inbox/index.ts';
import * as erasures from './erasure.repository.ts';

/** Erases what we hold of people who asked their platform for it. Repeats are harmless. */
export function createErasuresWorker(db: Database): Worker<erasures.ErasureJob> {
  return {
    name: 'erasures',
    concurrency: 2,
    claim: (limit, leaseSeconds) => erasures.claim(db.system, limit, leaseSeconds),
    async work(job) {
      const { tenantId, platform, livemode } = job;
      const tenant = db.tenant(tenantId);
      for (const account of await erasures.accountsOf(tenant, job)) {
        await tenant.transaction(async (tx) => {
          await openInbox(tx, { tenantId, accountId: account.accountId, platform, livemode });
          await erasePerson(tx, tenantId, { ...account, personId: job.personId });
          await erasures.erase(tx, job, account);
        });
      }
      await erasures.settle(tenant, job);
    },
  };
}
