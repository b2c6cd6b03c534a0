import { monotonicMs } from '../core/clock.ts';
import type { Worker } from '../core/worker.ts';
import type { Database } from '../db/database.ts';
import { BATCH, expiryStatements } from './expired-rows.repository.ts';

const EVERY_MS = 60_000;

/** Removes expired rows in batches, once a minute in each process. Two processes may clean up at the same time. */
export function createExpiredRowsWorker(db: Database): Worker<'cleanup'> {
  let nextMs = monotonicMs() + EVERY_MS;
  return {
    name: 'cleanup',
    concurrency: 1,
    claim: async () => {
      if (monotonicMs() < nextMs) return [];
      nextMs = monotonicMs() + EVERY_MS;
      return ['cleanup'];
    },
    async work() {
      for (const statement of expiryStatements()) {
        for (let removed = BATCH; removed === BATCH; ) removed = (await db.system.run(statement)).length;
      }
    },
  };
}
