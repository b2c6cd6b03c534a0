import type { Worker } from '../core/worker.ts';
import type { Database } from '../db/database.ts';
import { type DueLog, EVENTS_BATCH, planNextLook, removeEvents, takeDueLog } from './event-sweep.repository.ts';
import { BATCH, expiryStatements } from './expired-rows.repository.ts';

const EVERY_MS = 60_000;

/** Removes expired rows in batches, once a minute in each process. Two processes may clean up at the same time. */
export function createExpiredRowsWorker(db: Database): Worker<'cleanup'> {
  let nextMs = performance.now() + EVERY_MS;
  return {
    name: 'cleanup',
    concurrency: 1,
    claim: async () => {
      if (performance.now() < nextMs) return [];
      nextMs = performance.now() + EVERY_MS;
      return ['cleanup'];
    },
    async work() {
      await removeExpiredRows(db);
    },
  };
}

/** Removes everything that is past its time now. Each batch commits by itself. */
export async function removeExpiredRows({ system }: Pick<Database, 'system'>): Promise<void> {
  for (const statement of expiryStatements()) {
    for (let removed = BATCH; removed === BATCH; ) removed = (await system.run(statement)).length;
  }
  for (;;) {
    const log = await takeDueLog(system);
    if (log === undefined) return;
    await sweep(system, log);
    await planNextLook(system, log);
  }
}

/** Removes what is past its retention in one log. */
async function sweep(system: Database['system'], log: DueLog): Promise<void> {
  for (let after = '0'; ; ) {
    const { seen, reached } = await removeEvents(system, log, after);
    if (seen < EVENTS_BATCH || reached === null) return;
    after = reached;
  }
}
